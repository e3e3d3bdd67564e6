namespace TimerProbe.VSphere.Soap;

/// <summary>
/// What was left out because it cannot be, a sentence a kind however much comes. Safe to use by several answers at once.
/// </summary>
internal sealed class Refusals
{
    private readonly Lock _lock = new();
    private readonly SortedDictionary<RefusalKind, (int Count, string First)> _refused = [];

    public void Add(RefusalKind kind, string place)
    {
        lock (_lock)
        {
            var isKnown = _refused.TryGetValue(kind, out var before);
            _refused[kind] = isKnown ? before with { Count = before.Count + 1 } : (1, Printable.Line(place));
        }
    }

    public IReadOnlyList<Problem> Problems()
    {
        lock (_lock)
        {
            return [.. _refused.Select(refused => Of(refused.Key, refused.Value.Count, refused.Value.First))];
        }
    }

    private static Problem Of(RefusalKind kind, int count, string first)
    {
        var (one, many) = Words(kind);
        return count == 1
            ? Problem.Create(ProblemCode.ValueRefused, $"one {ProblemArgument.Term(one)} was left out: {ProblemArgument.Term(first)}")
            : Problem.Create(ProblemCode.ValueRefused, $"{ProblemArgument.Term($"{count:N0} {many}")} were left out, the first: {ProblemArgument.Term(first)}");
    }

    private static (string One, string Many) Words(RefusalKind kind) => kind switch
    {
        RefusalKind.Time => ("invalid time", "invalid times"),
        RefusalKind.Reference => ("reference that could not be sent back", "references that could not be sent back"),
        RefusalKind.Object => ("object without a reference", "objects without a reference"),
        RefusalKind.Number => ("number that cannot be", "numbers that cannot be"),
        RefusalKind.Sample => ("invalid performance figure", "invalid performance figures"),
        _ => ("end of a text that was too long", "ends of texts that were too long"),
    };
}
