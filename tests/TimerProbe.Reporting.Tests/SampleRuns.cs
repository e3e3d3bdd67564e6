namespace TimerProbe.Reporting.Tests;

internal static class SampleRuns
{
    /// <summary>A check and a scan of this subject.</summary>
    public static RunsDocument Of(string subject) => new()
    {
        Tool = new ToolInfo("0.1.0"),
        WrittenAt = SampleHistory.From.AddDays(2),
        Most = 20,
        Runs =
        [
            new ListedRun(new Guid("01a1ff59-1c4c-7125-a4aa-436a913f8646"), SampleHistory.From.AddDays(1)
                .ToOffset(TimeSpan.FromHours(2)), "check", subject, "slow", "tscTrapped", new FindingCounts(1, 2, 1234)),
            new ListedRun(new Guid("01a1ff59-1aed-7af5-bdd7-8c4f518bafe1"), SampleHistory.From, "scan", subject, "complete", Cause: null, new FindingCounts(0, 0, 0)),
        ],
    };
}
