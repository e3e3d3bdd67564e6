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

internal enum RefusalKind
{
    Time,

    Reference,

    Object,

    Sample,

    Number,

    Text,
}
