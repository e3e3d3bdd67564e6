namespace TimerProbe.Core.Advice;

/// <summary>A virtual machine's name, to be written into commands: the guest's own name until somebody knows better.</summary>
/// <param name="Uuid">The SMBIOS UUID, by which VMware finds it whatever it is called; null when it is not known.</param>
internal sealed record VmName(string Name, Guid? Uuid = null)
{
    private const string ExactlyOne = "if (@($vm).Count -ne 1) { $vm = $null; throw 'Not exactly one VM found' }";

    public static readonly VmName Placeholder = new("VM-NAME");

    public static readonly VmName KnownPlaceholder = Placeholder with { Id = "VM-ID", Server = "VCENTER" };

    /// <summary>The managed object id; null when no vCenter reported it.</summary>
    public string? Id { get; init; }

    public string? Server { get; init; }

    public string PowerShell => ShellQuoting.PowerShell(Name);

    public string Posix => ShellQuoting.Posix(Name);

    public string Govc => ShellQuoting.Govc(Name);

    public string GovcArgument => ShellQuoting.Govc([Name]);

    public string PosixArgument => Name.StartsWith('-') ? "-- " + Posix : Posix;

    public string GovcOption => Uuid is { } uuid ? $"-vm.uuid={uuid}" : $"-vm {Govc}";

    public string GovcTarget => Uuid is { } uuid ? $"-vm.uuid={uuid}" : GovcArgument;

    public string GovcPath => $"\"$({GovcFind})\"";

    public string GovcName => $"\"$(basename {GovcPath})\"";

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

    public string GetHyperVVm => $"$vm = Get-VM | Where-Object Name -eq {PowerShell}\n{ExactlyOne}";

    public string Caveat => this switch
    {
        { Id: not null } => Caveats.KnownName,
        { Uuid: { } uuid } => "The commands find the VM by the SMBIOS UUID that the guest reports, its `config.uuid` in the inventory. If govc "
            + $"finds none, the first three groups may be in the other byte order: {Swapped(uuid)}.",
        _ => Caveats.GuestName,
    };

    private string GovcFind => "govc find / -type m " + (Uuid is { } uuid ? $"-config.uuid {uuid}" : $"-name {Govc}");

    public static VmName From(MachineFacts machine) => new(machine.Name, GetUuid(machine.SmbiosUuid));

    public static VmName From(string server, VirtualMachineFacts machine) =>
        new(machine.Name, GetUuid(machine.Uuid)) { Id = machine.Id, Server = server };

    public string PowerShellWith(string word) => ShellQuoting.PowerShell($"{Name} {word}");

    public string PosixWith(string word) => ShellQuoting.Posix($"{Name} {word}");

    private static Guid? GetUuid(string? text) =>
        Guid.TryParseExact(text, "D", out var uuid) && uuid != Guid.Empty && uuid != Guid.AllBitsSet ? uuid : null;

    private static Guid Swapped(Guid uuid) => new(uuid.ToByteArray(), bigEndian: true);
}
