namespace TimerProbe.Core.Advice;

/// <summary>What a remedy puts at risk, the least first.</summary>
public enum RemedyRisk
{
    /// <summary>Nothing stops.</summary>
    None,

    /// <summary>A machine stops or restarts, or may be kept down.</summary>
    Downtime,

    /// <summary>It trades a slow clock for one that may be wrong.</summary>
    LastResort,
}

/// <summary>Reads the risk from a remedy's first line, which names it: documents of every version have that line.</summary>
public static class RemedyRisks
{
    /// <summary>The risk that the line names.</summary>
    public static RemedyRisk Of(string action) => action switch
    {
        _ when action.StartsWith("Last resort", StringComparison.Ordinal) => RemedyRisk.LastResort,
        _ when Has(action, "no downtime") => RemedyRisk.None,
        _ when Has(action, "downtime") || Has(action, "(risk") || Has(action, "restart") => RemedyRisk.Downtime,
        _ => RemedyRisk.None,
    };

    private static bool Has(string action, string words) => action.Contains(words, StringComparison.OrdinalIgnoreCase);
}
