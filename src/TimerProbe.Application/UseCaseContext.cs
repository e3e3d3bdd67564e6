namespace TimerProbe.Application;

/// <summary>The program that runs a use case, with its clock, dialog and environment.</summary>
public sealed record UseCaseContext(ToolInfo Tool, TimeProvider Time, IDialog Dialog, Func<TimeSpan> Elapsed)
{
    public EnvironmentVariables Variables { get; init; } = EnvironmentVariables.OfProcess;

    internal double ElapsedMs() => Math.Round(Elapsed().TotalMilliseconds, 1);

    internal void WarnExpiredMutes(MutingFacts? muting)
    {
        foreach (var mute in muting?.Expired ?? [])
        {
            Dialog.ReportProblem(
                $"a mute of {mute.Rule} expired on {mute.Expires.ToString("yyyy-MM-dd")} and mutes nothing: renew it, or remove it from the configuration");
        }
    }
}
