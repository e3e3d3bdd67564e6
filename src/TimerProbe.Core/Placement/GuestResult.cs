namespace TimerProbe.Core.Placement;

/// <summary>
/// What a guest measured, of a file or a store, by the name the guest calls itself and its SMBIOS UUID, in either byte order or
/// null when it is not known.
/// </summary>
public sealed record GuestResult(string Name, string? SmbiosUuid, JoinedGuest Measured)
{
    public DateTimeOffset MeasuredAt => Measured.MeasuredAt!.Value;

    internal bool IsStored => Measured.Source == GuestSource.Store;

    internal static GuestResult From(IGuestCheck document)
    {
        var measured = new JoinedGuest(document.Id, document.Verdict.State, document.Verdict.Cause, "")
        {
            MeasuredAt = document.StartedAt,
            PreciseTimeNs = document.Clocks.FirstOrDefault(clock => clock.Source == ClockSource.PreciseTime)?.CallNs?.Median,
            VirtualTscHz = document.Machine.Hypervisor.VirtualTscHz,
            Source = GuestSource.File,
        };
        return new(document.Machine.Name, document.Machine.SmbiosUuid, measured);
    }
}
