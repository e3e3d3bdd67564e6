namespace TimerProbe.Core.Advice;

/// <summary>Something to do about a finding.</summary>
/// <param name="Rank">1 is the one to try first.</param>
/// <param name="Action">What it does, in one line.</param>
/// <param name="Steps">The exact steps, by tool; any one tool is enough.</param>
/// <param name="Caveats">What to know before doing it.</param>
/// <param name="Verify">The command that shows whether it helped.</param>
public sealed record Remedy(int Rank, string Action, IReadOnlyList<RemedyStep> Steps, IReadOnlyList<string> Caveats, string Verify)
{
    public static RemedyRisk GetRisk(string action) => action switch
    {
        _ when action.StartsWith("Last resort", StringComparison.Ordinal) => RemedyRisk.LastResort,
        _ when Has(action, "no downtime") => RemedyRisk.None,
        _ when Has(action, "downtime") || Has(action, "(risk") || Has(action, "restart") => RemedyRisk.Downtime,
        _ => RemedyRisk.None,
    };

    private static bool Has(string action, string words) => action.Contains(words, StringComparison.OrdinalIgnoreCase);
}
