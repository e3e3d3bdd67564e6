using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;

namespace TimerProbe.Core.FieldChecks;

/// <summary>What a field check gathered, with its names, which no answer repeats.</summary>
public sealed record FieldEvidence
{
    /// <summary>Tools tell the host's frequency to the MHz: what differs by less may be rounded, by more is another frequency.</summary>
    private static readonly PartsPerMillion Rounded = new(500);
    private static readonly PartsPerMillion Apart = new(1_000);

    /// <summary>The check.</summary>
    public required CheckDocument Check { get; init; }

    /// <summary>A check with its drift against an NTP server; null when none was named.</summary>
    public CheckDocument? AgainstNtp { get; init; }

    /// <summary>What the service of the watch answers.</summary>
    public FieldService? Service { get; init; }

    /// <summary>What a vCenter shows; null when none was named.</summary>
    public ScanDocument? Scan { get; init; }

    /// <summary>What it keeps of the machine besides; null when it did not show the machine.</summary>
    public FieldVCenter? VCenter { get; init; }

    /// <summary>What it showed at the end.</summary>
    public ScanDocument? ScanAfter { get; init; }

    /// <summary>The machine that was named, as the vCenter shows it: the one of this UUID, else the only one that was read.</summary>
    public VirtualMachineFacts? Named => MachineOf(Scan);

    /// <summary>The same, unless its UUID says that it is another one.</summary>
    public VirtualMachineFacts? Machine => IsThis(Named) ? Named : null;

    /// <summary>The same at the end.</summary>
    public VirtualMachineFacts? MachineAfter => MachineOf(ScanAfter) is { } after && IsThis(after) ? after : null;

    /// <summary>Its host.</summary>
    public HostFacts? Host =>
        Scan?.VCenters.SelectMany(vcenter => vcenter.Hosts).FirstOrDefault(host => Machine is { HostId: { } id } && host.Id == id);

    /// <summary>Whether this is a virtual machine on VMware.</summary>
    public bool IsOnVMware =>
        Check.Machine.Hypervisor.Name == "VMware"
            || Check.Machine.SmbiosManufacturer?.StartsWith("VMware", StringComparison.OrdinalIgnoreCase) == true;

    /// <summary>Whether this is Windows, and not Wine.</summary>
    public bool IsWindows => Check.Machine.Windows is { Wine: null };

    /// <summary>Where the machine is: by vCenter, else by the two frequencies that the guest sees.</summary>
    public FieldFrequency Frequency => Machine switch
    {
        { Placement: Facts.Placement.Home } => FieldFrequency.Home,
        { Placement: Facts.Placement.Away } => FieldFrequency.Away,
        _ => !IsOnVMware || Apartness is not { } apart ? FieldFrequency.Unknown
            : apart.Magnitude.Value <= Rounded.Value ? FieldFrequency.Home
            : apart.Magnitude.Value >= Apart.Value ? FieldFrequency.Away
            : FieldFrequency.Unknown,
    };

    /// <summary>How far the host's frequency is from the guest's.</summary>
    public PartsPerMillion? Apartness =>
        HostHz is { } host && Check.Machine.Hypervisor.VirtualTscHz is { } reported ? host.DifferenceFrom(reported) : null;

    /// <summary>The present host's frequency.</summary>
    public Frequency? HostHz => Host?.Hz ?? Check.Machine.Hypervisor.HostHz;

    /// <summary>What stands in a table, with ESXi's version and build as vCenter says, else as the user wrote them.</summary>
    public FieldRow Row(string? esxi) => new()
    {
        ProcessorModel = Check.Machine.CpuModel?.Trim(),
        Hypervisor = Check.Machine.Hypervisor.Name,
        Esxi = Host is { Version: { } version } host ? $"{version} {host.Build}".Trim() : esxi,
        Frequency = Frequency,
        VirtualTscHz = Check.Machine.Hypervisor.VirtualTscHz,
        HostHz = HostHz,
        PreciseTimeNs = Cost(ClockSource.PreciseTime),
        TimestampCounterNs = Cost(ClockSource.TimestampCounter),
        VmExitNs = Cost(ClockSource.VmExit),
        State = Check.Verdict.State,
        Cause = Check.Verdict.Cause,
    };

    /// <summary>What a read of a source costs; null when it was not measured.</summary>
    public Duration? Cost(ClockSource source) => Check.Clocks.FirstOrDefault(clock => clock.Source == source)?.CallNs?.Median;

    private bool IsThis(VirtualMachineFacts? machine) =>
        machine?.Uuid is not { } uuid || Check.Machine.SmbiosUuid is not { } own || uuid.Equals(own, StringComparison.OrdinalIgnoreCase);

    private VirtualMachineFacts? MachineOf(ScanDocument? scan)
    {
        var machines = scan?.VCenters.SelectMany(vcenter => vcenter.VirtualMachines).ToList() ?? [];
        return machines.Find(machine =>
            machine.Uuid is { } uuid && uuid.Equals(Check.Machine.SmbiosUuid, StringComparison.OrdinalIgnoreCase))
                ?? (machines.Count == 1 ? machines[0] : null);
    }
}
