using TimerProbe.Guest.Clocks;
using TimerProbe.Guest.Inspection;
using TimerProbe.Guest.Inspection.Readings;

namespace TimerProbe.Guest.References;

/// <summary>Finds the clock outside of this machine that there is to compare with.</summary>
internal static class TimeReferences
{
    /// <summary>Waits in real time.</summary>
    public static readonly Pause Wait = (time, cancel) => !cancel.WaitHandle.WaitOne(time);

    /// <summary>The server that was named, else the host by VMware Tools; or why there is neither.</summary>
    /// <param name="named">The server a user named; null for none.</param>
    /// <param name="toolbox">The command of VMware Tools; null without it.</param>
    /// <param name="clocks">The clocks here, precise time among them.</param>
    public static Reading<ITimeReference> Choose(NtpAddress? named, string? toolbox, IReadOnlyList<Clock> clocks) =>
        LocalClocks.From(clocks) is not { } local ? Reading.Missing<ITimeReference>("precise time or the counter cannot be read here")
        : named is not null ? Reading.From<ITimeReference>(new NtpReference(named, local, Wait))
        : toolbox is not null ? Reading.From<ITimeReference>(new ToolsReference(() => AskTools(toolbox), local, Wait))
        : Reading.Missing<ITimeReference>("there is no clock outside of this machine to compare with: name an NTP server with --reference HOST");

    private static Reading<long?> AskTools(string toolbox)
    {
        using var deadline = new Deadline(Deadline.Default, CancellationToken.None);
        return new ToolboxReader(toolbox, deadline).ReadHostTime();
    }
}
