namespace TimerProbe.Application;

/// <summary>The program that runs a use case, with its clock, dialog and environment.</summary>
/// <param name="Tool">The program, as documents name it.</param>
/// <param name="Time">Its clock.</param>
/// <param name="Dialog">Whom it talks to.</param>
/// <param name="Elapsed">The time since the work began for the user, such as since the start of the process.</param>
public sealed record UseCaseContext(ToolInfo Tool, TimeProvider Time, IDialog Dialog, Func<TimeSpan> Elapsed)
{
    /// <summary>The environment variables that it reads.</summary>
    public EnvironmentVariables Variables { get; init; } = EnvironmentVariables.OfProcess;

    /// <summary><see cref="Elapsed"/> in milliseconds, to a tenth.</summary>
    internal double ElapsedMs() => Math.Round(Elapsed().TotalMilliseconds, 1);

    /// <summary>Says which mutes are over, so that the configuration does not grow old unseen.</summary>
    internal void ComplainOfExpired(MutingFacts? muting)
    {
        foreach (var mute in muting?.Expired ?? [])
        {
            Dialog.Complain(
                $"a mute of {mute.Rule} expired on {mute.Expires.ToString("yyyy-MM-dd")} and mutes nothing: renew it, or remove it from the configuration");
        }
    }
}
