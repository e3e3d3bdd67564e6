namespace TimerProbe.Tests.Shared;

/// <summary>An NTP server on the loopback that answers what a test wants: nothing, one packet, or several.</summary>
internal sealed class FakeNtpServer : IDisposable
{
    private readonly Socket _socket;
    private readonly Thread _thread;
    private int _asked;

    /// <param name="answer">Makes the packets that answer a question.</param>
    /// <param name="address">The loopback address it listens on; that of IPv4 by default.</param>
    public FakeNtpServer(Func<byte[], IEnumerable<byte[]>> answer, IPAddress? address = null)
    {
        address ??= IPAddress.Loopback;
        _socket = new Socket(address.AddressFamily, SocketType.Dgram, ProtocolType.Udp);
        _socket.Bind(new IPEndPoint(address, 0));
        _thread = new Thread(() => Serve(answer)) { IsBackground = true };
        _thread.Start();
    }

    public int Port => ((IPEndPoint)_socket.LocalEndPoint!).Port;

    public int Asked => Volatile.Read(ref _asked);

    /// <summary>A server whose clock runs by so many ppm faster than a clock here.</summary>
    public static FakeNtpServer Running(double ppm, Func<double> seconds, IPAddress? address = null) => new(
        question =>
        {
            var now = Stamp(seconds() * (1 + (ppm / 1e6)));
            return [Answer(question, now, now)];
        },
        address);

    /// <summary>A server of the right time, by which the clock here is ahead by so much.</summary>
    public static FakeNtpServer Right(double aheadSeconds = 0) => Running(
        0, () => (TimeProvider.System.GetUtcNow() - new DateTimeOffset(2026, 1, 1, 0, 0, 0, TimeSpan.Zero)).TotalSeconds - aheadSeconds);

    /// <summary>The answer of a synchronized server of stratum 2.</summary>
    public static byte[] Answer(byte[] question, ulong received, ulong sent)
    {
        var packet = new byte[48];
        (packet[0], packet[1], packet[2], packet[3]) = (0x24, 2, 6, 0xE9);
        (packet[6], packet[7], packet[10], packet[11]) = (0x03, 0x30, 0x04, 0xD0); // A root delay of 12.45 ms, a dispersion of 18.8 ms.
        question.AsSpan(40, 8).CopyTo(packet.AsSpan(24));
        BinaryPrimitives.WriteUInt64BigEndian(packet.AsSpan(32), received);
        BinaryPrimitives.WriteUInt64BigEndian(packet.AsSpan(40), sent);
        return packet;
    }

    /// <summary>NTP's form of so many seconds after the beginning of 2026.</summary>
    public static ulong Stamp(double seconds)
    {
        const uint Year2026 = 3_976_214_400; // Since 1900.
        return ((ulong)(Year2026 + Math.Floor(seconds)) << 32) + (ulong)((seconds - Math.Floor(seconds)) * 4_294_967_296.0);
    }

    public void Dispose()
    {
        _socket.Dispose();
        _thread.Join();
    }

    private void Serve(Func<byte[], IEnumerable<byte[]>> answer)
    {
        var buffer = new byte[2_048];
        try
        {
            while (true)
            {
                EndPoint from = new IPEndPoint(_socket.AddressFamily == AddressFamily.InterNetworkV6 ? IPAddress.IPv6Any : IPAddress.Any, 0);
                var length = _socket.ReceiveFrom(buffer, ref from);
                Interlocked.Increment(ref _asked);
                foreach (var packet in answer(buffer[..length]))
                {
                    _socket.SendTo(packet, from);
                }
            }
        }
        catch (Exception ex) when (ex is SocketException or ObjectDisposedException)
        {
            // The test is over.
        }
    }
}
