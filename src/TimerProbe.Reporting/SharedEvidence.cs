using TimerProbe.Core.Advice;

namespace TimerProbe.Reporting;

/// <summary>The figures that all findings of a list have, to be told once.</summary>
public static class SharedEvidence
{
    /// <summary>The figures, in their order; none for fewer than two findings.</summary>
    public static IReadOnlyList<Evidence> Of(IReadOnlyList<Finding> findings)
    {
        if (findings.Count < 2)
        {
            return [];
        }

        var shared = findings[0].Evidence.ToList();
        foreach (var finding in findings)
        {
            shared.RemoveAll(item => !finding.Evidence.Contains(item));
        }

        return shared;
    }
}
