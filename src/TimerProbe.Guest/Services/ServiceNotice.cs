using System.Net.Sockets;

namespace TimerProbe.Guest.Services;

/// <summary>Reports a service to systemd by sd_notify(3), or to Windows where that started this process; nothing elsewhere.</summary>
public sealed class ServiceNotice : IDisposable
{
    private readonly Socket? _socket;
    private readonly UnixDomainSocketEndPoint? _manager;
    private readonly WindowsService? _service;
    private bool _ready;
    private bool _stopping;

    /// <param name="address">What NOTIFY_SOCKET says: a path, or a name that begins with @; null without a service manager.</param>
    /// <param name="service">The service of Windows that this process is; null when it is not one.</param>
    public ServiceNotice(string? address, WindowsService? service)
    {
        _service = service;
        if (OperatingSystem.IsLinux() && address is ['/' or '@', _, ..])
        {
            _manager = new UnixDomainSocketEndPoint(address[0] == '@' ? '\0' + address[1..] : address);
            _socket = new Socket(AddressFamily.Unix, SocketType.Dgram, ProtocolType.Unspecified) { Blocking = false };
        }
    }

    public void Alive()
    {
        if (_stopping)
        {
            return;
        }

        Send(_ready ? "WATCHDOG=1" : "READY=1\nWATCHDOG=1");
        _ready = true;
        _service?.Running();
    }

    public void Stopping()
    {
        _stopping = true;
        Send("STOPPING=1");
        _service?.Stopping();
    }

    /// <summary>Reports that the service works until it is to end: three times in the time that the watchdog waits.</summary>
    /// <param name="watchdog">WATCHDOG_USEC: how long the watchdog waits, in microseconds; null without one.</param>
    public async Task LiveAsync(string? watchdog, TimeProvider time, CancellationToken ending)
    {
        var every = long.TryParse(watchdog, NumberStyles.None, CultureInfo.InvariantCulture, out var microseconds) && microseconds > 0
            ? TimeSpan.FromMicroseconds(microseconds / 3)
            : Timeout.InfiniteTimeSpan;
        try
        {
            while (true)
            {
                Alive();
                await Task.Delay(every, time, ending);
            }
        }
        catch (OperationCanceledException) when (ending.IsCancellationRequested)
        {
            Stopping();
        }
    }

    public void Dispose() => _socket?.Dispose();

    private void Send(string state)
    {
        try
        {
            _socket?.SendTo(Encoding.ASCII.GetBytes(state), _manager!);
        }
        catch (SocketException)
        {
            // Nobody listens.
        }
    }
}
