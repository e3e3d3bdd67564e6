using TimerProbe.Guest.Inspection;
using TimerProbe.Guest.Inspection.Windows;

namespace TimerProbe.Guest.Publishing;

/// <summary>
/// The program of VMware Tools that speaks to the hypervisor. It is looked for where the Tools are installed, in folders that only
/// administrators can write to, and neither in PATH nor in the current folder: what runs as root must be nobody else's program.
/// </summary>
public static class ToolsProgram
{
    /// <summary>
    /// The beginning of the name of the program that wants <c>--cmd</c> before the command; any other is taken for an rpctool.
    /// </summary>
    internal const string Daemon = "vmtoolsd";

    // vmtoolsd first: the other does not do where the hypervisor lets only administrators of the guest write.
    private static readonly string[] OnLinux = [
        "/usr/bin/vmtoolsd", "/usr/sbin/vmtoolsd", "/usr/bin/vmware-rpctool", "/usr/sbin/vmware-rpctool"
    ];
    private static readonly string[] OnWindows = ["vmtoolsd.exe", "rpctool.exe"];

    /// <summary>The program on this machine; null without one.</summary>
    public static string? Find()
    {
        if (!OperatingSystem.IsWindows())
        {
            return Find(OnLinux);
        }

        var folder = VMwareToolsFolderReader.Read();
        return Find(OnWindows.Select(name => Path.Combine(folder, name)));
    }

    /// <summary>Why there is none, as a sentence.</summary>
    public static string WhyMissing() => HypervisorNames.IsVMware(MachineInspector.ReadQuick())
        ? "VMware Tools are not installed here: neither vmtoolsd nor rpctool is where they put it; --tools-program names it elsewhere"
        : "this machine is not a VMware guest, and has no VMware Tools";

    internal static string? Find(IEnumerable<string> programs) =>
        programs.FirstOrDefault(program => Path.IsPathFullyQualified(program) && File.Exists(program));

    /// <summary>The arguments for a command to the hypervisor, which is one argument whatever it holds.</summary>
    internal static string[] Arguments(string program, string command) =>
        Path.GetFileName(program).StartsWith(Daemon, StringComparison.OrdinalIgnoreCase) ? ["--cmd", command] : [command];
}
