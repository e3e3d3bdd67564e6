namespace TimerProbe.VSphere.Soap;

/// <summary>What all answers of one server have in common: what they may be like, and what becomes of what is refused.</summary>
internal sealed class ReadingContext(SoapAnswerLimits limits, SoapServerText words)
{
    public SoapAnswerLimits Limits => limits;

    public SoapServerText Words => words;

    /// <summary>What was left out.</summary>
    public Refusals Refusals { get; } = new();

    /// <summary>How much is kept.</summary>
    public CharacterBudget Kept { get; } = new(limits);
}
