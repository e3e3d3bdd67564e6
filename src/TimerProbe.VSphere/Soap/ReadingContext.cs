namespace TimerProbe.VSphere.Soap;

/// <summary>
/// What all answers of one server have in common: what they may be like, what becomes of what is refused, and how their texts are
/// repeated: fit for a sentence, without the secrets of the run.
/// </summary>
internal sealed class ReadingContext(SoapAnswerLimits limits, SecretFilter secrets)
{
    // A password of four letters may well be a part of "InvalidLogin"; hiding that protects nobody who has such a password.
    private const int MinInTerm = 6;

    private readonly Lock _lock = new();
    private readonly SortedDictionary<RefusalKind, (int Count, string First)> _refused = [];
    private long _kept;

    public SoapAnswerLimits Limits => limits;

    public void Withhold(string secret) => secrets.Add(secret);

    public string Term(string name) => Printable.Line(secrets.Clear(name, MinInTerm));

    public string Line(string text) => Printable.Line(secrets.Clear(text));

    /// <summary>Counts what is kept of a server, over all its answers. Safe to use by several at once.</summary>
    /// <exception cref="AnswerLimitException">It is too much.</exception>
    public void Keep(int characters)
    {
        if (Interlocked.Add(ref _kept, characters) > limits.KeptCharacters)
        {
            throw new AnswerLimitException($"brought what is stored of this server to more than {limits.KeptCharacters:N0} characters");
        }
    }

    /// <summary>Notes what was left out because it cannot be. Safe to use by several at once.</summary>
    public void Refuse(RefusalKind kind, string place)
    {
        lock (_lock)
        {
            var isKnown = _refused.TryGetValue(kind, out var before);
            _refused[kind] = isKnown ? before with { Count = before.Count + 1 } : (1, Printable.Line(place));
        }
    }

    /// <summary>What was left out, a sentence a kind however much came.</summary>
    public IReadOnlyList<Problem> Refusals()
    {
        lock (_lock)
        {
            return [.. _refused.Select(refused => Of(refused.Key, refused.Value.Count, refused.Value.First))];
        }
    }

    private static Problem Of(RefusalKind kind, int count, string first)
    {
        var (noun, why) = Describe(kind);
        return Problem.Create(
            ProblemCode.ValueRefused, $"{Counted.Of(count, noun)}{why} {Counted.Agree(count, "was left out", "were left out, the first")}: {first}");
    }

    private static (Noun Noun, string Why) Describe(RefusalKind kind) => kind switch
    {
        RefusalKind.Time => (Noun.Time.With("invalid"), ""),
        RefusalKind.Reference => (Noun.Reference, " that could not be sent back"),
        RefusalKind.Object => (Noun.ServerObject, " without a reference"),
        RefusalKind.Number => (Noun.Number.With("impossible"), ""),
        RefusalKind.Sample => (Noun.Figure.With("invalid performance"), ""),
        _ => (Noun.TextEnd, ""),
    };
}

internal enum RefusalKind
{
    Time,
    Reference,
    Object,
    Sample,
    Number,
    Text,
}
