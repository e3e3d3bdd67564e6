using TimerProbe.Core.Names;
using TimerProbe.Guest.Inspection;

namespace TimerProbe.Guest.Publishing;

/// <summary>
/// Understands what vmtoolsd and rpctool say of a command to the hypervisor (open-vm-tools, services/vmtoolsd/cmdLine.c and rpctool/rpctool.c):
/// 0 when it was taken, else 1 and on standard error the hypervisor's own words, or that there is none to ask.
/// </summary>
internal static class HypervisorAnswer
{
    private const int LongestWords = 120;

    // What vmtoolsd and rpctool say where there is no VMware, in several versions; Debian's vmtoolsd says nothing at all. "NULL" is either of
    // them without an answer.
    private static readonly string[] NoHypervisor = ["Unable to send command to VMware hypervisor", "Failed sending message to VMware", "must be run inside a virtual machine"];
    private static readonly string[] Forbidden = ["Permission denied", "Unknown command", "disabled", "not allowed"];
    private static readonly string[] Full = ["limit", "too large", "too long", "too big", "exceed", "no space", "no room"];

    /// <summary>Why a command was not taken, as a sentence without a full stop; null when it was.</summary>
    /// <param name="answer">The answer.</param>
    /// <param name="program">The program's name.</param>
    public static string? WhyRefused(ProgramAnswer answer, string program) => answer switch
    {
        { ExitCode: 0 } => null,
        { ExitCode: null } => $"{program}: {answer.Error}",
        _ when answer.Error.Length == 0 || Says(answer.Error, NoHypervisor) => "this machine is not a VMware guest, or its hypervisor does not answer VMware Tools",
        _ when Says(answer.Error, Forbidden) =>
            $"the hypervisor refused ({Words(answer.Error)}): the VM forbids it with isolation.tools.setInfo.disable, or lets only the guest's administrators with guest_rpc.rpci.auth.cmd.info-set",
        _ when Says(answer.Error, Full) => $"the hypervisor has no room for it ({Words(answer.Error)}): the VM's tools.setInfo.sizeLimit is reached",
        _ when answer.Error == "NULL" => $"{program}: the hypervisor gave no answer (exit code {answer.ExitCode})",
        _ => $"{program}: {Words(answer.Error)}",
    };

    private static bool Says(string error, string[] words) => Array.Exists(words, word => error.Contains(word, StringComparison.OrdinalIgnoreCase));

    private static string Words(string error)
    {
        var line = PlainText.OneLine(error.Split('\n')[0].Trim()).TrimEnd('.');
        return line.Length <= LongestWords ? line : line[..LongestWords];
    }
}
