using System.Runtime.Intrinsics.X86;

namespace TimerProbe.Guest.Inspection;

/// <summary>Needs no rights. What cannot be read is null and in <see cref="MachineFacts.Unavailable"/>; what is absent only null.</summary>
public static class MachineInspector
{
    private const string SqlServerOnLinux = "/opt/mssql/bin/sqlservr";
    private const string SqlServerOnWindows = @"SOFTWARE\Microsoft\Microsoft SQL Server\Instance Names\SQL";

    private static readonly string[] SlowFacts =
    [
        "hostHz", "hostCounterHz", "toolsSpeedHz", "limitHz", "vmwareTools", "cpuStolenMs", "version", "sessionId",
        "kernelTscHz", "tscUnstable", "unstableReason",
    ];

    public static MachineFacts ReadQuick()
    {
        var unavailable = new UnavailableFacts();
        var facts = AddProcessors(
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

    /// <summary>Adds what takes long, in two seconds in all; what is late or cancelled is unavailable. Nothing is thrown.</summary>
    public static MachineFacts AddSlow(MachineFacts facts, CancellationToken cancellationToken)
    {
        using var deadline = new Deadline(Deadline.Default, cancellationToken);
        return AddUntil(deadline, facts, VMwareToolsInspector.FindCommand());
    }

    public static bool HasSqlServer() =>
        OperatingSystem.IsWindows() ? WindowsRegistry.HasValues(SqlServerOnWindows) : File.Exists(SqlServerOnLinux);

    /// <summary>Tells starts of the system apart: Linux' random id, or the number Windows' loader counts; null if it gives none.</summary>
    public static string? ReadBootId() => OperatingSystem.IsWindows()
        ? KuserSharedData.Read() is { BootId: > 0 and var count } ? count.ToString() : null
        : SystemFile.TryRead("/proc/sys/kernel/random/boot_id");

    internal static MachineFacts AddUntil(Deadline deadline, MachineFacts facts, string? toolbox)
    {
        var unavailable = new UnavailableFacts(facts.Unavailable.Where(gap => !SlowFacts.Contains(gap.What)));
        var kernelLog = OperatingSystem.IsLinux() ? deadline.Start(LinuxInspector.ReadKernelLog) : null;
        var added = VMwareToolsInspector.Add(facts, unavailable, toolbox, deadline);
        added = kernelLog is null ? added : LinuxInspector.AddSlow(added, unavailable, kernelLog());
        return added with { Unavailable = unavailable.All };
    }

    /// <summary>The system's architecture where a process of another runs translated: Windows on ARM64 runs x64 programs.</summary>
    internal static string? EmulatedOn(Architecture process, Architecture system) =>
        process is Architecture.X64 && system is Architecture.Arm64 ? Name(system) : null;

    /// <summary>Whether the processor is of a kind that has a TSC.</summary>
    internal static bool HasTsc(MachineFacts facts) => facts.Architecture is "x64" or "x86";

    private static string Name(Architecture architecture) => architecture.ToString().ToLowerInvariant();

    private static void AddNotYetRead(MachineFacts facts, UnavailableFacts unavailable)
    {
        const string Why = "not read: it takes long, and is asked for after the verdict";
        string[] host = facts.Hypervisor.Present == true || VMwareToolsInspector.IsVMware(facts) ? ["hostHz"] : [];
        string[] tools = VMwareToolsInspector.IsVMware(facts) ? ["limitHz", "vmwareTools"] : [];
        string[] kernel = facts.Linux is null ? [] : !HasTsc(facts) ? ["unstableReason"] : facts.Linux.TscUnstable is null ? ["kernelTscHz", "tscUnstable", "unstableReason"] : ["kernelTscHz"];
        foreach (var what in (string[])[.. host, .. tools, .. kernel])
        {
            unavailable.Add(what, Why);
        }
    }

    private static MachineFacts AddProcessors(MachineFacts facts, UnavailableFacts unavailable)
    {
        var allowed = ProcessorTopology.Allowed().Count;
        var online = ProcessorTopology.Online();
        return AddCpuid(facts, unavailable) with
        {
            ProcessorCount = unavailable.Note("processorCount", OrMissing(online)),
            AllowedProcessors = unavailable.Note("allowedProcessors", OrMissing(allowed == 0 ? null : allowed)),
        };
    }

    private static Reading<int?> OrMissing(int? count) =>
        count is null ? Reading.Missing<int?>("the operating system does not report it") : Reading.From(count);

    private static MachineFacts AddCpuid(MachineFacts facts, UnavailableFacts unavailable)
    {
        if (!X86Base.IsSupported)
        {
            foreach (var what in (string[])["cpuModel", "invariantTsc", "present"])
            {
                unavailable.Add(what, "this processor has no CPUID instruction to ask");
            }

            return facts;
        }

        var cpuid = CpuidFacts.Parse(new CpuidLeaves(ReadCpuid));
        AddGaps(cpuid, unavailable);
        return facts with
        {
            CpuModel = cpuid.CpuModel,
            CpuVendor = cpuid.CpuVendor,
            CpuFamily = cpuid.Signature?.Family,
            CpuModelNumber = cpuid.Signature?.Model,
            InvariantTsc = cpuid.InvariantTsc,
            Hypervisor = cpuid.Hypervisor,
        };
    }

    private static (uint Eax, uint Ebx, uint Ecx, uint Edx) ReadCpuid(uint leaf)
    {
        var (eax, ebx, ecx, edx) = X86Base.CpuId(unchecked((int)leaf), 0);
        return (unchecked((uint)eax), unchecked((uint)ebx), unchecked((uint)ecx), unchecked((uint)edx));
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

        if (cpuid.NoVirtualTscReason is { } why)
        {
            unavailable.Add("virtualTscHz", why);
        }
    }
}
