using System.Globalization;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;
using TimerProbe.Guest.Inspection.Linux;
using TimerProbe.Guest.Inspection.Readings;
using TimerProbe.Guest.Inspection.Windows;

namespace TimerProbe.Guest.Inspection;

/// <summary>
/// Reads what this machine tells of itself, without rights. What cannot be had is null and stands in
/// <see cref="MachineFacts.Unavailable"/>; what the platform does not have is null and does not.
/// </summary>
public static class MachineInspector
{
    private static readonly string[] SlowFacts = [
        "hostHz", "hostCounterHz", "toolsSpeedHz", "limitHz", "vmwareTools", "cpuStolenMs", "version", "sessionId", "kernelTscHz",
        "tscUnstable"
    ];

    /// <summary>Reads what is quick to read (a few milliseconds): enough to measure and to judge by. No process is started.</summary>
    public static MachineFacts ReadQuick()
    {
        var unavailable = new UnavailableFacts();
        var facts = ProcessorInspector.Add(
            new MachineFacts
            {
                Name = Environment.MachineName,
                Os = RuntimeInformation.OSDescription,
                Architecture = Name(RuntimeInformation.ProcessArchitecture),
                EmulatedOn = EmulatedOn(RuntimeInformation.ProcessArchitecture, RuntimeInformation.OSArchitecture),
                Hypervisor = new HypervisorFacts { Present = null },
            },
            unavailable);
        facts = OperatingSystem.IsWindows() ? WindowsInspector.AddQuick(facts, unavailable)
            : OperatingSystem.IsLinux() ? LinuxInspector.AddQuick(facts, unavailable)
            : facts;
        AddNotYetRead(facts, unavailable);
        return facts with { Unavailable = unavailable.All };
    }

    /// <summary>
    /// Adds what takes long: the host's speed, the limit it sets and the time it stole, VMware Tools, and the kernel's messages. All
    /// together have two seconds; what does not answer by then, or when cancelled, is unavailable. Nothing is thrown.
    /// </summary>
    /// <param name="facts">The answer of <see cref="ReadQuick"/>, with whatever was added to it since.</param>
    /// <param name="cancel">Ends the reading early.</param>
    public static MachineFacts AddSlow(MachineFacts facts, CancellationToken cancel)
    {
        using var deadline = new Deadline(Deadline.Default, cancel);
        return AddUntil(deadline, facts, VMwareToolsInspector.FindCommand());
    }

    internal static MachineFacts AddUntil(Deadline deadline, MachineFacts facts, string? toolbox)
    {
        var unavailable = new UnavailableFacts(facts.Unavailable.Where(gap => !SlowFacts.Contains(gap.What)));
        var kernelLog = OperatingSystem.IsLinux() ? deadline.Run(KernelLogReader.Read) : null;
        var added = VMwareToolsInspector.Add(facts, unavailable, toolbox, deadline);
        added = kernelLog is null ? added : LinuxInspector.AddSlow(added, unavailable, kernelLog.Get());
        return added with { Unavailable = unavailable.All };
    }

    /// <summary>The system's architecture where a process of another is translated for it: Windows on ARM64 runs x64 programs.</summary>
    internal static string? EmulatedOn(Architecture process, Architecture system) =>
        process is Architecture.X64 && system is Architecture.Arm64 ? Name(system) : null;

    private static string Name(Architecture architecture) => architecture.ToString().ToLowerInvariant();

    private static void AddNotYetRead(MachineFacts facts, UnavailableFacts unavailable)
    {
        const string Why = "not read: it takes long, and is asked for after the verdict";
        string[] host = facts.Hypervisor.Present == true || HypervisorNames.IsVMware(facts) ? ["hostHz"] : [];
        string[] tools = HypervisorNames.IsVMware(facts) ? ["limitHz", "vmwareTools"] : [];
        string[] kernel = facts.Linux is null ? [] : facts.Linux.TscUnstable is null ? ["kernelTscHz", "tscUnstable"] : ["kernelTscHz"];
        foreach (var what in (string[])[.. host, .. tools, .. kernel])
        {
            unavailable.Add(what, Why);
        }
    }
}

/// <summary>Fills what processor and scheduler tell, whatever the operating system.</summary>
internal static class ProcessorInspector
{
    public static MachineFacts Add(MachineFacts facts, UnavailableFacts unavailable)
    {
        var allowed = ProcessorTopology.Allowed().Count;
        var online = ProcessorTopology.Online();
        return AddCpuid(facts, unavailable) with
        {
            ProcessorCount = unavailable.Note("processorCount", Told(online)),
            AllowedProcessors = unavailable.Note("allowedProcessors", Told(allowed == 0 ? null : allowed)),
        };
    }

    private static Reading<int?> Told(int? count) =>
        count is null ? Reading.Missing<int?>("the operating system does not report it") : Reading.From(count);

    private static MachineFacts AddCpuid(MachineFacts facts, UnavailableFacts unavailable)
    {
        if (CpuidReader.Read() is not { } leaves)
        {
            foreach (var what in (string[])["cpuModel", "invariantTsc", "present"])
            {
                unavailable.Add(what, "this processor has no CPUID instruction to ask");
            }

            return facts;
        }

        var cpuid = CpuidParser.Parse(leaves);
        AddGaps(cpuid, unavailable);
        return facts with { CpuModel = cpuid.CpuModel, InvariantTsc = cpuid.InvariantTsc, Hypervisor = cpuid.Hypervisor };
    }

    private static void AddGaps(CpuidFacts cpuid, UnavailableFacts unavailable)
    {
        if (cpuid.CpuModel is null)
        {
            unavailable.Add("cpuModel", "the processor does not name itself");
        }

        if (cpuid.Hypervisor is { Present: true, Vendor: null })
        {
            unavailable.Add("vendor", "the hypervisor does not name itself");
        }

        if (cpuid.WhyNoVirtualTsc is { } why)
        {
            unavailable.Add("virtualTscHz", why);
        }
    }
}

internal static class CpuidReader
{
    /// <summary>The leaves; null where the processor has no such instruction.</summary>
    public static CpuidLeaves? Read() => X86Base.IsSupported ? new CpuidLeaves(Ask) : null;

    private static CpuidRegisters Ask(uint leaf, uint subleaf)
    {
        var (eax, ebx, ecx, edx) = X86Base.CpuId(unchecked((int)leaf), unchecked((int)subleaf));
        return new CpuidRegisters(unchecked((uint)eax), unchecked((uint)ebx), unchecked((uint)ecx), unchecked((uint)edx));
    }
}

internal sealed record CpuidFacts(string? CpuModel, bool InvariantTsc, HypervisorFacts Hypervisor, string? WhyNoVirtualTsc);

/// <summary>
/// Understands CPUID: Intel's and AMD's manuals up to 0x80000007, and from 0x40000000 on what VMware proposed
/// and Microsoft's TLFS lays down.
/// </summary>
internal static class CpuidParser
{
    private const uint HypervisorRange = 0x4000_0000;
    private const uint SecondHypervisorRange = 0x4000_0100;
    private const uint TscFrequencyLeaf = 0x4000_0010;

    public static CpuidFacts Parse(CpuidLeaves leaves)
    {
        var present = IsSet(leaves.At(1)?.Ecx, 31);
        var (virtualTsc, why) = present ? VirtualTsc(leaves) : new Reading<Frequency?>(Value: null, Why: null);
        return new CpuidFacts(
            Brand(leaves),
            IsSet(leaves.At(0x8000_0007)?.Edx, 8),
            present ? Hypervisor(leaves, virtualTsc) : new HypervisorFacts { Present = false },
            why);
    }

    private static HypervisorFacts Hypervisor(CpuidLeaves leaves, Frequency? virtualTsc)
    {
        var vendor = Vendor(leaves, HypervisorRange);
        var hypervisorInterface = leaves.At(HypervisorRange + 1) is { } one ? Interface(CpuidLeaves.Text(one.Eax)) : null;
        return new HypervisorFacts
        {
            Present = true,
            Vendor = vendor,
            Name = HypervisorNames.Of(vendor, Vendor(leaves, SecondHypervisorRange)),
            Interface = hypervisorInterface,
            ReferenceTsc = hypervisorInterface is "Hv#1" ? IsSet(leaves.At(HypervisorRange + 3)?.Eax, 9) : null,
            VirtualTscHz = virtualTsc,
            VirtualTscSource = virtualTsc is null ? null : TscRateSource.Cpuid,
        };
    }

    private static Reading<Frequency?> VirtualTsc(CpuidLeaves leaves) => leaves.At(TscFrequencyLeaf) switch
    {
        null => Reading.Missing<Frequency?>(string.Create(
            CultureInfo.InvariantCulture,
            $"the hypervisor reports no TSC frequency: its CPUID leaves end at 0x{leaves.Maximum(HypervisorRange):x8}")),
        { Eax: 0 } => Reading.Missing<Frequency?>("the hypervisor reports no TSC frequency: CPUID 0x40000010 is empty"),
        { Eax: < 100_000 or > 20_000_000 } implausible => Reading.Missing<Frequency?>(string.Create(
            CultureInfo.InvariantCulture,
            $"CPUID 0x40000010 reports {implausible.Eax} kHz, which is not a valid TSC frequency")),
        { } reported => Reading.From<Frequency?>(Frequency.FromKilohertz(reported.Eax)),
    };

    private static string? Vendor(CpuidLeaves leaves, uint range) =>
        leaves.At(range) is { } zero ? Known(CpuidLeaves.Text(zero.Ebx, zero.Ecx, zero.Edx)) : null;

    // KVM keeps feature bits where others sign with a text such as Hv#1.
    private static string? Interface(string text) => text is [_, _, '#', _] ? text : null;

    private static string? Brand(CpuidLeaves leaves) =>
        leaves.At(0x8000_0002) is { } a && leaves.At(0x8000_0003) is { } b && leaves.At(0x8000_0004) is { } c
            ? Known(CpuidLeaves.Text(a.Eax, a.Ebx, a.Ecx, a.Edx, b.Eax, b.Ebx, b.Ecx, b.Edx, c.Eax, c.Ebx, c.Ecx, c.Edx).Trim())
            : null;

    private static string? Known(string text) => text.Length == 0 ? null : text;

    private static bool IsSet(uint? register, int bit) => (register >> bit & 1) == 1;
}
