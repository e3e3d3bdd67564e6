namespace TimerProbe.Guest.Inspection;

/// <summary>
/// A <c>guestinfo</c> variable of this virtual machine, read and written through VMware Tools. The host shows it among the
/// machine's settings. Their program is looked for where the Tools are installed, in folders that only administrators can write to, and
/// neither in PATH nor in the current folder: what runs as root must be nobody else's program.
/// </summary>
public sealed class GuestVariable(string program, string name, TimeSpan limit)
{
    public static readonly TimeSpan DefaultLimit = TimeSpan.FromSeconds(10);

    private const int MaxWords = 120;

    // What vmtoolsd and rpctool say where there is no VMware, in several versions; Debian's
    // vmtoolsd says nothing at all. "NULL" is either of them without an answer.
    private static readonly string[] NoHypervisor =
        ["Unable to send command to VMware hypervisor", "Failed sending message to VMware", "must be run inside a virtual machine"];

    private static readonly string[] Forbidden = ["Permission denied", "Unknown command", "disabled", "not allowed"];
    private static readonly string[] Full = ["limit", "too large", "too long", "too big", "exceed", "no space", "no room"];

    private const string Daemon = "vmtoolsd";

    // vmtoolsd first: the other does not do where the hypervisor lets only administrators of the guest write.
    private static readonly string[] OnLinux =
        ["/usr/bin/vmtoolsd", "/usr/sbin/vmtoolsd", "/usr/bin/vmware-rpctool", "/usr/sbin/vmware-rpctool"];

    private static readonly string[] OnWindows = ["vmtoolsd.exe", "rpctool.exe"];

    /// <summary>The program of VMware Tools that speaks to the hypervisor; null without one.</summary>
    public static string? FindProgram()
    {
        if (!OperatingSystem.IsWindows())
        {
            return FindProgram(OnLinux);
        }

        var folder = WindowsRegistry.VMwareToolsFolder();
        return FindProgram(OnWindows.Select(name => Path.Combine(folder, name)));
    }

    public static string GetMissingReason() => VMwareToolsInspector.IsVMware(MachineInspector.ReadQuick())
        ? "VMware Tools are not installed here: neither vmtoolsd nor rpctool is where they put it; --tools-program names it elsewhere"
        : "this machine is not a VMware guest, and has no VMware Tools";

    public string? Read(CancellationToken cancellationToken) =>
        Ask($"info-get {name}", cancellationToken) is { ExitCode: 0, Output.Length: > 0 } reported ? reported.Output : null;

    /// <summary>Sets the value; an empty one takes it away.</summary>
    /// <returns>Why it could not be set, as a sentence; null when it was.</returns>
    public string? Write(string value, CancellationToken cancellationToken) =>
        GetRefusal(Ask($"info-set {name} {value}", cancellationToken), Path.GetFileName(program));

    internal static string? FindProgram(IEnumerable<string> programs) =>
        programs.FirstOrDefault(program => Path.IsPathFullyQualified(program) && File.Exists(program));

    internal static string[] Arguments(string program, string command) =>
        Path.GetFileName(program).StartsWith(Daemon, StringComparison.OrdinalIgnoreCase) ? ["--cmd", command] : [command];

    private ChildProcess Ask(string command, CancellationToken cancellationToken)
    {
        using var deadline = new Deadline(limit, cancellationToken);
        return ChildProcess.Run(program, Arguments(program, command), deadline);
    }

    /// <summary>
    /// Understands what vmtoolsd and rpctool say of a command to the hypervisor (open-vm-tools, services/vmtoolsd/cmdLine.c and
    /// rpctool/rpctool.c): 0 when it was taken, else 1 and on standard error the hypervisor's own words, or that there is none to ask.
    /// </summary>
    /// <returns>A sentence without a full stop; null when the command was taken.</returns>
    private static string? GetRefusal(ChildProcess answer, string program) => answer switch
    {
        { ExitCode: 0 } => null,
        { ExitCode: null } => $"{program}: {answer.Error}",
        _ when answer.Error.Length == 0 || Says(answer.Error, NoHypervisor) =>
            "this machine is not a VMware guest, or its hypervisor does not answer VMware Tools",
        _ when Says(answer.Error, Forbidden) =>
            $"the hypervisor refused ({Words(answer.Error)}): the VM forbids it with isolation.tools.setInfo.disable, or lets only the guest's administrators with guest_rpc.rpci.auth.cmd.info-set",
        _ when Says(answer.Error, Full) =>
            $"the hypervisor has no room for it ({Words(answer.Error)}): the VM's tools.setInfo.sizeLimit is reached",
        _ when answer.Error == "NULL" => $"{program}: the hypervisor gave no answer (exit code {answer.ExitCode})",
        _ => $"{program}: {Words(answer.Error)}",
    };

    private static bool Says(string error, string[] words) =>
        Array.Exists(words, word => error.Contains(word, StringComparison.OrdinalIgnoreCase));

    private static string Words(string error)
    {
        var line = PlainText.OneLine(error.Split('\n')[0].Trim()).TrimEnd('.');
        return line.Length <= MaxWords ? line : line[..MaxWords];
    }
}
