namespace TimerProbe.Application.Services;

/// <summary>Facts as lines of two columns.</summary>
public static class ServiceFacts
{
    private const int Gap = 2;

    /// <summary>Writes a line for each.</summary>
    public static string Write(IReadOnlyCollection<ServiceFact> facts)
    {
        var width = facts.Max(fact => fact.What.Length) + Gap;
        return string.Concat(facts.Select(fact => $"{fact.What.PadRight(width)}{fact.Value}\n"));
    }
}
