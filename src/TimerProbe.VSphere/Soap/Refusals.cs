using TimerProbe.Core.Problems;


namespace TimerProbe.VSphere.Soap;

/// <summary>
/// What a server told that cannot be and was left out, gathered to one sentence for each kind. Safe to use by several answers at
/// once, and small whatever comes.
/// </summary>
internal sealed class Refusals
{
    private readonly Lock _lock = new();
    private readonly SortedDictionary<RefusalKind, (int Count, string First)> _refused = [];

    public void Add(RefusalKind kind, string place)
    {
        lock (_lock)
        {
            _refused[kind] = _refused.TryGetValue(kind, out var before)
                ? before with { Count = before.Count + 1 }
                : (1, Printable.Line(place));
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
            : Problem.Create(
                ProblemCode.ValueRefused,
                $"{ProblemArgument.Term($"{count:N0} {many}")} were left out, the first: {ProblemArgument.Term(first)}");
    }

    private static (string One, string Many) Words(RefusalKind kind) => kind switch
    {
        RefusalKind.Time => ("invalid time", "invalid times"),
        RefusalKind.Reference => ("reference that could not be sent back", "references that could not be sent back"),
        RefusalKind.Object => ("object without a reference", "objects without a reference"),
        RefusalKind.Sample => ("invalid performance figure", "invalid performance figures"),
        _ => ("end of a text that was too long", "ends of texts that were too long"),
    };
}

internal enum RefusalKind
{
    Time,

    /// <summary>A reference with control characters, ill-formed text, or none.</summary>
    Reference,

    /// <summary>An object that does not say which it is.</summary>
    Object,

    Sample,

    /// <summary>What a text has beyond the limit of a text.</summary>
    Text,
}
