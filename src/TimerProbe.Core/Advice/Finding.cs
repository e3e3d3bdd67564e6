using System.Text.Json.Serialization;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;

namespace TimerProbe.Core.Advice;

/// <summary>Something worth knowing, with what shows it and what to do about it.</summary>
public sealed record Finding
{
    /// <summary>The rule's id, such as <c>TP101</c>.</summary>
    public required string Rule { get; init; }

    /// <summary>How much it matters.</summary>
    public required Severity Severity { get; init; }

    /// <summary>How it is known.</summary>
    public required Confidence Confidence { get; init; }

    /// <summary>What it is about.</summary>
    public required Subject Subject { get; init; }

    /// <summary>The finding in one line.</summary>
    public required string Title { get; init; }

    /// <summary>
    /// What it does to the work on the machine, in a sentence; left out where the rule is about a fleet, and by versions before 0.2.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Impact { get; init; }

    /// <summary>The usual reason, in a sentence; left out where the rule is about a fleet, and by versions before 0.2.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? LikelyCause { get; init; }

    /// <summary>The figures that show it.</summary>
    public required IReadOnlyList<Evidence> Evidence { get; init; }

    /// <summary>What to do, the safest first.</summary>
    public required IReadOnlyList<Remedy> Remedies { get; init; }

    /// <summary>Where to read more.</summary>
    public required IReadOnlyList<Reference> References { get; init; }
}

/// <summary>How much a finding matters.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<Severity>))]
public enum Severity
{
    /// <summary>Good to know.</summary>
    Info,

    /// <summary>Worth a look.</summary>
    Warning,

    /// <summary>Costs work now.</summary>
    Critical,
}

/// <summary>What a finding is about.</summary>
/// <param name="Kind">The kind of thing.</param>
/// <param name="Name">Its name as people know it.</param>
/// <param name="Id">Its id where its system gives one, such as a managed object id.</param>
public sealed record Subject(SubjectKind Kind, string Name, string? Id)
{
    /// <summary>The vCenter that gives the id; null and left out of documents where no vCenter is meant.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Server { get; init; }
}

/// <summary>The kinds of things findings are about.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<SubjectKind>))]
public enum SubjectKind
{
    /// <summary>The operating system the probe runs in.</summary>
    Guest,

    /// <summary>A virtual machine as vCenter knows it.</summary>
    VirtualMachine,

    /// <summary>A host.</summary>
    Host,

    /// <summary>A cluster.</summary>
    Cluster,

    /// <summary>A vCenter.</summary>
    Vcenter,

    /// <summary>A SQL Server instance.</summary>
    SqlServer,
}

/// <summary>A figure that shows a finding.</summary>
/// <param name="What">What was looked at.</param>
/// <param name="Value">Its value; plain digits and an invariant decimal point where it is a number.</param>
/// <param name="Unit">The value's unit; null where it has none.</param>
/// <param name="Source">Where the value comes from, such as <c>measured here</c>.</param>
public sealed record Evidence(string What, string Value, string? Unit, string Source);

/// <summary>Something to do about a finding.</summary>
/// <param name="Rank">1 is the one to try first.</param>
/// <param name="Action">What it does, in one line.</param>
/// <param name="Steps">The exact steps, by tool; any one tool is enough.</param>
/// <param name="Caveats">What to know before doing it.</param>
/// <param name="Verify">The command that shows whether it helped.</param>
public sealed record Remedy(int Rank, string Action, IReadOnlyList<RemedyStep> Steps, IReadOnlyList<string> Caveats, string Verify);

/// <summary>The steps of a remedy with one tool.</summary>
/// <param name="Tool">The tool: vSphere Client, PowerCLI, govc, virsh, PowerShell...</param>
/// <param name="Text">What to do or type there.</param>
public sealed record RemedyStep(string Tool, string Text);

/// <summary>A source.</summary>
/// <param name="Title">What it is called.</param>
/// <param name="Locator">How to find it: an article number, a document's name and section.</param>
public sealed record Reference(string Title, string Locator)
{
    /// <summary>Its address in the web; null where it has none that is known to last, and not part of documents.</summary>
    [JsonIgnore]
    public string? Address => SourceAddresses.Of(this);
}

/// <summary>Where sources are found in the web. VMware's and Broadcom's guides are left out: they have moved too often.</summary>
internal static class SourceAddresses
{
    private static readonly Dictionary<(string Title, string Locator), string> Known = new (Reference Source, string Address)[]
    {
        (Sources.HostDistrustsTsc, "https://knowledge.broadcom.com/external/article/321363"),
        (Sources.KernelSettings, "https://github.com/lamw/esxi-advanced-and-kernel-settings"),
        (Sources.RawTscRequired, "https://docs.cloud.google.com/spanner-omni/deploy-encryption-kubernetes"),
        (Sources.WindowsTimestamps, "https://learn.microsoft.com/windows/win32/sysinfo/acquiring-high-resolution-time-stamps"),
        (Sources.HypervisorPage, "https://learn.microsoft.com/virtualization/hyper-v-on-windows/tlfs/timers"),
        (Sources.BcdEdit, "https://learn.microsoft.com/windows-hardware/drivers/devtest/bcdedit--set"),
        (Sources.SharedPage, "https://learn.microsoft.com/windows-hardware/drivers/ddi/ntddk/ns-ntddk-kuser_shared_data"),
        (Sources.LinuxTimekeeping, "https://docs.kernel.org/virt/kvm/x86/timekeeping.html"),
        (Sources.LinuxParameters, "https://docs.kernel.org/admin-guide/kernel-parameters.html"),
        (Sources.ControlGroups, "https://docs.kernel.org/admin-guide/cgroup-v2.html"),
        (Sources.XenTscMode, "https://xenbits.xen.org/docs/unstable/man/xen-tscmode.7.html"),
        (Sources.XenCommandLine, "https://xenbits.xen.org/docs/unstable/misc/xen-command-line.html"),
        (Sources.XenClockOnEc2, "https://github.com/awslabs/amazon-eks-ami/issues/1328"),
        (Sources.LostFastPath, "https://github.com/microsoft/azurelinux/pull/1238"),
        (Sources.HiddenPrivileges, "https://github.com/cloud-hypervisor/cloud-hypervisor/pull/8380"),
        (Sources.LibvirtClock, "https://libvirt.org/formatdomain.html#time-keeping"),
        (Sources.TwiceTheRate, "https://github.com/dotnet/coreclr/issues/14187"),
        (Sources.GuestInfo, "https://github.com/vmware/open-vm-tools/issues/288"),
        (SqlSources.TimerOutputs, "https://techcommunity.microsoft.com/t5/sql-server-support-blog/how-it-works-timer-outputs-in-sql-server-2008-r2-invariant-tsc/ba-p/316193"),
        (Sources.HostFrequency, VSphereApi),
        (Sources.MachineUuid, VSphereApi),
        (Sources.MachineEvents, VSphereApi),
        (Sources.CpuCounters, VSphereApi),
    }.ToDictionary(each => (each.Source.Title, each.Source.Locator), each => each.Address);

    private const string VSphereApi = "https://developer.broadcom.com/xapis/vsphere-web-services-api/latest/";

    public static string? Of(Reference source) => Known.GetValueOrDefault((source.Title, source.Locator));
}
