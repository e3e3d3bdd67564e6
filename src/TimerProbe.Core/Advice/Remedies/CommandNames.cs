using System.Globalization;
using System.Text;

namespace TimerProbe.Core.Advice;

/// <summary>A virtual machine's name, to be written into commands: the guest's own name until somebody knows better.</summary>
/// <param name="Name">The name as it is.</param>
/// <param name="Uuid">The SMBIOS UUID, by which VMware finds it whatever it is called; null when it is not known.</param>
internal sealed record VmName(string Name, Guid? Uuid = null)
{
    private const string ExactlyOne = "if (@($vm).Count -ne 1) { $vm = $null; throw 'Not exactly one VM found' }";

    /// <summary>The placeholder in a rule's page, which is about no machine.</summary>
    public static readonly VmName Placeholder = new("VM-NAME");

    /// <summary>The placeholder in the page of a rule about a fleet.</summary>
    public static readonly VmName KnownPlaceholder = Placeholder with { Id = "VM-ID", Server = "VCENTER" };

    /// <summary>The managed object id; null when no vCenter reported it.</summary>
    public string? Id { get; init; }

    /// <summary>The vCenter that gives the id.</summary>
    public string? Server { get; init; }

    public string PowerShell => ShellQuoting.PowerShell(Name);

    /// <summary>The name as a word of a POSIX shell.</summary>
    public string Posix => ShellQuoting.Posix(Name);

    /// <summary>The name as a value for govc, which would take <c>*</c>, <c>?</c> and <c>[</c> as a pattern.</summary>
    public string Govc => ShellQuoting.Govc(Name);

    /// <summary>The name as an argument of its own for govc and xl, which would take a leading dash as an option.</summary>
    public string GovcArgument => ShellQuoting.Govc([Name]);

    /// <summary>As <see cref="GovcArgument"/>, for tools without patterns.</summary>
    public string PosixArgument => Name.StartsWith('-') ? "-- " + Posix : Posix;

    /// <summary>govc's option for the VM, where it acts on one; it refuses a name that several have.</summary>
    public string GovcOption => Uuid is { } uuid ? $"-vm.uuid={uuid}" : $"-vm {Govc}";

    /// <summary>govc's argument for the VM, where it acts on all that have the name.</summary>
    public string GovcTarget => Uuid is { } uuid ? $"-vm.uuid={uuid}" : GovcArgument;

    /// <summary>The VM's inventory path, looked up by govc.</summary>
    public string GovcPath => $"\"$({GovcFind})\"";

    /// <summary>
    /// The VM's name in the inventory, looked up by govc, whose groups of a cluster know their members by name alone (govc's source,
    /// cluster/group).
    /// </summary>
    public string GovcName => $"\"$(basename {GovcPath})\"";

    /// <summary>A condition before a command that acts on all that have the name: that only one has.</summary>
    public string GovcGuard => Uuid is null ? $"test \"$({GovcFind} | wc -l)\" -eq 1 &&\n" : "";

    /// <summary>
    /// Finds the VM for PowerCLI by its managed object id, or by its UUID, in either byte order of the first three groups, or by its
    /// exact name, which <c>Get-VM -Name</c> would take as a pattern. Pasted lines run on after an error, so the variable is emptied
    /// as well.
    /// </summary>
    public string GetVm => this switch
    {
        { Id: { } id, Server: { } server } =>
            $"$vm = $null; $vm = Get-VM -Id {ShellQuoting.PowerShell($"VirtualMachine-{id}")} -Server {ShellQuoting.PowerShell(server)}",
        { Uuid: { } uuid } =>
            $"$vm = Get-VM | Where-Object {{ $_.ExtensionData.Config.Uuid -in '{uuid}', '{Swapped(uuid)}' }}\n{ExactlyOne}",
        _ => GetHyperVVm,
    };

    /// <summary>Finds the VM for Hyper-V, which knows no such UUID, by its exact name.</summary>
    public string GetHyperVVm => $"$vm = Get-VM | Where-Object Name -eq {PowerShell}\n{ExactlyOne}";

    /// <summary>What to know of how the commands for VMware find the VM.</summary>
    public string Caveat => this switch
    {
        { Id: not null } => Caveats.KnownName,
        { Uuid: { } uuid } => "The commands find the VM by the SMBIOS UUID that the guest reports, its `config.uuid` in the inventory. If govc "
            + $"finds none, the first three groups may be in the other byte order: {Swapped(uuid)}.",
        _ => Caveats.GuestName,
    };

    private string GovcFind => "govc find / -type m " + (Uuid is { } uuid ? $"-config.uuid {uuid}" : $"-name {Govc}");

    public static VmName From(MachineFacts machine) => new(machine.Name, UuidOf(machine.SmbiosUuid));

    public static VmName From(string server, VirtualMachineFacts machine) =>
        new(machine.Name, UuidOf(machine.Uuid)) { Id = machine.Id, Server = server };

    /// <summary>A name made of this one and a word, as a PowerShell string.</summary>
    public string PowerShellWith(string word) => ShellQuoting.PowerShell($"{Name} {word}");

    /// <summary>A name made of this one and a word, as a word of a POSIX shell.</summary>
    public string PosixWith(string word) => ShellQuoting.Posix($"{Name} {word}");

    private static Guid? UuidOf(string? text) =>
        Guid.TryParseExact(text, "D", out var uuid) && uuid != Guid.Empty && uuid != Guid.AllBitsSet ? uuid : null;

    private static Guid Swapped(Guid uuid) => new(uuid.ToByteArray(), bigEndian: true);
}

/// <summary>A host as its vCenter knows it, to be written into commands.</summary>
/// <param name="Name">Its name as it is.</param>
/// <param name="Id">Its managed object id.</param>
/// <param name="Server">The vCenter that gives the id.</param>
public sealed record HostName(string Name, string Id, string Server)
{
    /// <summary>The placeholder in a rule's page.</summary>
    public static readonly HostName Placeholder = new("HOST", "HOST-ID", "VCENTER");

    /// <summary>Finds the host for PowerCLI; <c>$host</c> is PowerShell's own.</summary>
    public string GetHost =>
        $"$esx = $null; $esx = Get-VMHost -Id {ShellQuoting.PowerShell($"HostSystem-{Id}")} -Server {ShellQuoting.PowerShell(Server)}";

    /// <summary>A host of a vCenter.</summary>
    public static HostName From(string server, HostFacts host) => new(host.Name, host.Id, server);
}

/// <summary>A cluster as its vCenter knows it, to be written into commands.</summary>
/// <param name="Name">Its name as it is.</param>
/// <param name="Id">Its managed object id.</param>
/// <param name="Server">The vCenter that gives the id.</param>
/// <param name="Datacenter">Its datacenter; null when unknown.</param>
public sealed record ClusterName(string Name, string Id, string Server, string? Datacenter)
{
    /// <summary>The placeholder in a rule's page.</summary>
    public static readonly ClusterName Placeholder = new("CLUSTER", "CLUSTER-ID", "VCENTER", "DATACENTER");

    /// <summary>Finds the cluster for PowerCLI. Pasted lines run on after an error, so the variable is emptied first.</summary>
    public string GetCluster => $"$cluster = $null; $cluster = {Expression}";

    /// <summary>The cluster as an expression of PowerCLI.</summary>
    public string Expression =>
        $"Get-Cluster -Id {ShellQuoting.PowerShell($"ClusterComputeResource-{Id}")} -Server {ShellQuoting.PowerShell(Server)}";

    /// <summary>govc's options for the cluster.</summary>
    public string GovcOptions => $"{GovcDatacenter}-cluster {ShellQuoting.Govc(Name)}";

    /// <summary>govc's option for the datacenter, with a space behind it; empty when it is not known.</summary>
    public string GovcDatacenter => Datacenter is null ? "" : $"-dc {ShellQuoting.Govc(Datacenter)} ";

    /// <summary>The name for steps in words.</summary>
    public string Describe => PlainText.OneLine(Name);

    /// <summary>A cluster of a vCenter.</summary>
    public static ClusterName From(string server, ClusterFacts cluster) => new(cluster.Name, cluster.Id, server, cluster.Datacenter);
}

/// <summary>
/// What the DRS groups and the rule of a frequency class are called, wherever a remedy makes or names them: plain ASCII, and
/// with the frequency rather than a number that the next host would change.
/// </summary>
public static class DrsGroup
{
    /// <summary>The rule's name.</summary>
    public static string Rule(FrequencyClass frequency) => $"timerprobe {frequency.LowHz}";

    /// <summary>The host group's name.</summary>
    public static string Hosts(FrequencyClass frequency) => $"{Rule(frequency)} hosts";

    /// <summary>The VM group's name.</summary>
    public static string Vms(FrequencyClass frequency) => $"{Rule(frequency)} VMs";
}

internal static class NameList
{
    /// <summary>The names, and how many more there are beyond the first few: <c>a, b and 7 more</c>.</summary>
    public static string Join(IReadOnlyCollection<string> names, int most = 20) => names.Count <= most
        ? string.Join(", ", names)
        : string.Create(CultureInfo.InvariantCulture, $"{string.Join(", ", names.Take(most))} and {names.Count - most} more");
}

/// <summary>
/// Writes a name so that a shell takes it as one word and nothing in it as its own. U+FFFD replaces a character that cannot be typed
/// at a prompt: the name then matches nothing, rather than another.
/// </summary>
public static class ShellQuoting
{
    /// <summary>The quotes that end a single-quoted PowerShell string: the plain one and the typographic ones.</summary>
    private const string PowerShellQuotes = "'\u2018\u2019\u201A\u201B";

    private const string GlobCharacters = "*?[]";

    /// <summary>A single-quoted PowerShell string, in which only quotes are special: each is doubled.</summary>
    public static string PowerShell(string name)
    {
        var quoted = new StringBuilder("'");
        foreach (var character in PlainText.OneLine(name))
        {
            quoted.Append(character, PowerShellQuotes.Contains(character, StringComparison.Ordinal) ? 2 : 1);
        }

        return quoted.Append('\'').ToString();
    }

    /// <summary>A single-quoted word of a POSIX shell, in which nothing is special; a quote is written outside of it.</summary>
    public static string Posix(string name) => $"'{PlainText.OneLine(name).Replace("'", @"'\''", StringComparison.Ordinal)}'";

    /// <summary>A PowerShell list of such strings.</summary>
    public static string PowerShell(IEnumerable<string> names) => string.Join(", ", names.Select(PowerShell));

    /// <summary>
    /// The name of an inventory object as a value for govc, which would take <c>*</c>, <c>?</c> and <c>[</c> as a pattern, and which
    /// knows <c>/</c>, <c>\</c> and <c>%</c> in names only as vCenter sends them.
    /// </summary>
    public static string Govc(string name) => Posix(WithoutGlobs(AsSent(name)));

    /// <summary>Such words as arguments of their own, which govc would take as options if one began with a dash.</summary>
    public static string Govc(IReadOnlyCollection<string> names) =>
        (names.Any(name => name.StartsWith('-')) ? "-- " : "") + string.Join(' ', names.Select(Govc));

    private static string AsSent(string name) =>
        name.Replace("%", "%25", StringComparison.Ordinal)
            .Replace("/", "%2f", StringComparison.Ordinal)
            .Replace(@"\", "%5c", StringComparison.Ordinal);

    private static string WithoutGlobs(string name)
    {
        var escaped = new StringBuilder();
        foreach (var character in name)
        {
            escaped.Append(GlobCharacters.Contains(character, StringComparison.Ordinal) ? @"\" : "").Append(character);
        }

        return escaped.ToString();
    }
}
