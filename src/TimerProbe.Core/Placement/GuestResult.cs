using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Placement;

/// <summary>What a guest measured that is not joined to a machine yet.</summary>
/// <param name="Name">The name the guest calls itself by.</param>
/// <param name="SmbiosUuid">Its SMBIOS UUID, in either byte order; null when it is not known.</param>
/// <param name="Measured">What it measured; by what it is joined is not said in it.</param>
public sealed record GuestResult(string Name, string? SmbiosUuid, JoinedGuest Measured)
{
    /// <summary>When it was measured.</summary>
    public DateTimeOffset MeasuredAt => Measured.MeasuredAt!.Value;

    /// <summary>Whether it came from a store, where guests of other vCenters have theirs too.</summary>
    internal bool IsStored => Measured.Source == GuestSource.Store;

    internal static GuestResult From(
        IGuestCheck document) => new(document.Machine.Name, document.Machine.SmbiosUuid, new JoinedGuest(
            document.Id, document.Verdict.State, document.Verdict.Cause, "")
        {
            MeasuredAt = document.StartedAt,
            PreciseTimeNs = document.Clocks.FirstOrDefault(clock => clock.Source == ClockSource.PreciseTime)?.CallNs?.Median,
            VirtualTscHz = document.Machine.Hypervisor.VirtualTscHz,
            Source = GuestSource.File,
        });
}
