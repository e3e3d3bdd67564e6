using TimerProbe.Guest.Inspection;

namespace TimerProbe.Guest.Publishing;

/// <summary>A <c>guestinfo</c> variable of this virtual machine, read and written through VMware Tools. The host shows it among the machine's settings.</summary>
/// <param name="program">The Tools' program: vmtoolsd or rpctool.</param>
/// <param name="name">The variable's name, such as <c>guestinfo.timerprobe.check</c>.</param>
/// <param name="limit">How long an answer may take.</param>
public sealed class GuestVariable(string program, string name, TimeSpan limit)
{
    /// <summary>How long an answer may take where nothing else is said. vmtoolsd takes 2 s now and then.</summary>
    public static readonly TimeSpan DefaultLimit = TimeSpan.FromSeconds(10);

    /// <summary>The value; null when there is none, or it cannot be read: who may write need not be allowed to read.</summary>
    public string? Read(CancellationToken cancel) => Ask($"info-get {name}", cancel) is { ExitCode: 0, Output.Length: > 0 } reported ? reported.Output : null;

    /// <summary>Sets the value; an empty one takes it away.</summary>
    /// <returns>Why it could not be set, as a sentence; null when it was.</returns>
    public string? Write(string value, CancellationToken cancel) => HypervisorAnswer.WhyRefused(Ask($"info-set {name} {value}", cancel), Path.GetFileName(program));

    private ProgramAnswer Ask(string command, CancellationToken cancel)
    {
        using var deadline = new Deadline(limit, cancel);
        return ChildProcess.Run(program, ToolsProgram.Arguments(program, command), deadline);
    }
}
