namespace TimerProbe.VSphere.Soap;

/// <summary>What all answers of one server have in common: what they may be like, and what becomes of what is refused.</summary>
internal sealed class ReadingContext(SoapAnswerLimits limits, SoapServerText words)
{
    public SoapAnswerLimits Limits => limits;

    public SoapServerText Words => words;

    public Refusals Refusals { get; } = new();

    public CharacterBudget Kept { get; } = new(limits);
}

/// <summary>Counts what is kept of a server, over all its answers. Safe to use by several at once.</summary>
internal sealed class CharacterBudget(SoapAnswerLimits limits)
{
    private long _count;

    /// <exception cref="AnswerLimitException">It is too much.</exception>
    public void Add(int characters)
    {
        if (Interlocked.Add(ref _count, characters) > limits.KeptCharacters)
        {
            throw new AnswerLimitException($"brought what is kept of this server to more than {limits.KeptCharacters:N0} characters");
        }
    }
}
