using System.Runtime.InteropServices;

namespace TimerProbe.Application;

/// <summary>
/// What asks this process to end: SIGINT, SIGTERM, SIGQUIT and, of a program in a terminal, SIGHUP; on Windows Ctrl+C, Ctrl+Break
/// and a closed window. Signing out and the end of the system reach services there only, and programs with a window of their own:
/// this one is ended without being asked.
/// </summary>
public sealed class ShutdownSignals : IDisposable
{
    private readonly CancellationTokenSource _asked = new();
    private readonly List<PosixSignalRegistration> _registrations;

    /// <param name="hangsUp">Whether it ends with its terminal.</param>
    public ShutdownSignals(bool hangsUp) => _registrations =
    [
        .. new[] { PosixSignal.SIGINT, PosixSignal.SIGTERM, PosixSignal.SIGQUIT, PosixSignal.SIGHUP }
            .Where(signal => hangsUp || signal != PosixSignal.SIGHUP)
            .Select(signal => PosixSignalRegistration.Create(signal, OnSignal)),
    ];

    public CancellationToken Token => _asked.Token;

    public void Dispose()
    {
        _registrations.ForEach(registration => registration.Dispose());
        _asked.Dispose();
    }

    private void OnSignal(PosixSignalContext signal)
    {
        // Who asks again waits no longer; a terminal that goes away may say so twice.
        signal.Cancel = !_asked.IsCancellationRequested || signal.Signal == PosixSignal.SIGHUP;
        _asked.Cancel();
        if (OperatingSystem.IsWindows() && signal.Signal is PosixSignal.SIGHUP or PosixSignal.SIGTERM)
        {
            // Windows ends the process as soon as this returns, and after five seconds anyway:
            // the way out is to have them, and to say the exit code.
            using var never = new ManualResetEventSlim();
            never.Wait(CancellationToken.None);
        }
    }
}
