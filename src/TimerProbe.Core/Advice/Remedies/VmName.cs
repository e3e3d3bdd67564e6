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
