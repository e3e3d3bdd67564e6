namespace TimerProbe.VSphere.Soap;

/// <summary>What all answers of one server have in common: what they may be like, and what becomes of what is refused.</summary>
internal sealed class ReadingContext(SoapAnswerLimits limits, SoapServerText words)
{
    private long _kept;

    public SoapAnswerLimits Limits => limits;

    public SoapServerText Words => words;

    public Refusals Refusals { get; } = new();

    /// <summary>Counts what is kept of a server, over all its answers. Safe to use by several at once.</summary>
    /// <exception cref="AnswerLimitException">It is too much.</exception>
    public void Keep(int characters)
    {
        if (Interlocked.Add(ref _kept, characters) > limits.KeptCharacters)
        {
            throw new AnswerLimitException($"brought what is stored of this server to more than {limits.KeptCharacters:N0} characters");
        }
    }
}

/// <summary>What was left out because it cannot be, a sentence a kind however much comes. Safe to use by several answers at once.</summary>
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

internal enum RefusalKind
{
    Time,

    /// <summary>A reference with control characters, ill-formed text, or none.</summary>
    Reference,

    /// <summary>An object that does not say which it is.</summary>
    Object,

    Sample,

    /// <summary>What no machine or host has.</summary>
    Number,

    /// <summary>What a text has beyond the limit of a text.</summary>
    Text,
}
