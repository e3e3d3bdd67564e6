using System.Runtime.InteropServices;

namespace TimerProbe.Cli;

/// <summary>
/// What asks this process to end: SIGINT, SIGTERM, SIGHUP and SIGQUIT; on Windows Ctrl+C, a closed window and Ctrl+Break.
/// Signing out and the end of the system reach services there only, and programs with a window of their own: this one is ended
/// without being asked.
/// </summary>
internal sealed class ShutdownSignals : IDisposable
{
    private readonly CancellationTokenSource _asked = new();
    private readonly List<PosixSignalRegistration> _registrations;

    private ShutdownSignals() => _registrations =
    [
        .. new[] { PosixSignal.SIGINT, PosixSignal.SIGTERM, PosixSignal.SIGHUP, PosixSignal.SIGQUIT }
            .Select(signal => PosixSignalRegistration.Create(signal, OnSignal)),
    ];

    public CancellationToken Asked => _asked.Token;

    public static ShutdownSignals Listen() => new();

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
