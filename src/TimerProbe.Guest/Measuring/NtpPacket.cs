namespace TimerProbe.Guest.Measuring;

/// <summary>A server's packet of NTP's client mode: RFC 5905, section 7.3, as RFC 4330 lets a simple client use it.</summary>
/// <param name="Received">When it received the question, in ns since 1970.</param>
/// <param name="Stratum">How far it is from its own reference, 1 to 15.</param>
/// <param name="RootDistanceMs">By how much it may be wrong itself: half its root delay, and its root dispersion.</param>
internal sealed record NtpPacket(long Received, long Sent, int Stratum, double PrecisionNs, double RootDistanceMs)
{
    public const int Length = 48;

    private const long From1900To1970 = 2_208_988_800;
    private const byte ClientOfVersion4 = (4 << 3) | 3;
    private const int ServerMode = 4, BroadcastMode = 5, Unsynchronized = 3, StratumUnsynchronized = 16;

    public static byte[] Question(ulong nonce)
    {
        var packet = new byte[Length];
        packet[0] = ClientOfVersion4;
        BinaryPrimitives.WriteUInt64BigEndian(packet.AsSpan(40), nonce);
        return packet;
    }

    public static bool Answers(ReadOnlySpan<byte> packet, ulong nonce) => packet.Length >= Length
        && (packet[0] & 7) is ServerMode or BroadcastMode
        && BinaryPrimitives.ReadUInt64BigEndian(packet[24..]) == nonce;

    public static bool IsRefusal(ReadOnlySpan<byte> packet) => packet.Length >= Length && packet[1] == 0;

    public static Reading<NtpPacket> Parse(ReadOnlySpan<byte> packet)
    {
        if (packet.Length < Length)
        {
            return Reading.Missing<NtpPacket>("its answer is cut short");
        }

        int stratum = packet[1];
        var (received, sent) = (Time(packet[32..]), Time(packet[40..]));
        return (packet[0] & 7) != ServerMode ? Reading.Missing<NtpPacket>("it did not send a server's answer")
            : stratum == 0 ? Reading.Missing<NtpPacket>(Kiss(packet[12..16]))
            : packet[0] >> 6 == Unsynchronized || stratum >= StratumUnsynchronized
                ? Reading.Missing<NtpPacket>("its own clock is not synchronized")
            : received == 0 || sent == 0 || sent < received ? Reading.Missing<NtpPacket>("its answer has no usable times")
            : Reading.From(new NtpPacket(received, sent, stratum, Precision(packet[3]), RootDistance(packet)));
    }

    private static double Precision(byte exponent) => Math.ScaleB(1e9, Math.Clamp((int)(sbyte)exponent, -32, 4));

    private static double RootDistance(ReadOnlySpan<byte> packet)
    {
        var (delay, dispersion) = (BinaryPrimitives.ReadUInt32BigEndian(packet[4..]), BinaryPrimitives.ReadUInt32BigEndian(packet[8..]));
        return Math.Round(((delay / 2.0) + dispersion) / 65.536, 3);
    }

    /// <summary>A timestamp in ns since 1970; 0 for none. Its first bit is the era, which ends in 2036 (RFC 4330, section 3).</summary>
    private static long Time(ReadOnlySpan<byte> bytes)
    {
        var stamp = BinaryPrimitives.ReadUInt64BigEndian(bytes);
        var (seconds, fraction) = ((long)(stamp >> 32), (uint)stamp);
        seconds += stamp != 0 && seconds < 0x8000_0000 ? 0x1_0000_0000 : 0;
        return stamp == 0 ? 0 : ((seconds - From1900To1970) * 1_000_000_000) + (long)((fraction * 1_000_000_000ul) >> 32);
    }

    /// <summary>The kiss-o'-death (RFC 5905, section 7.4): four letters that say why the server does not want to be asked.</summary>
    private static string Kiss(ReadOnlySpan<byte> code) => Encoding.ASCII.GetString(code).TrimEnd('\0') switch
    {
        "RATE" => "it wants to be asked less often (RATE)",
        "DENY" or "RSTR" => "it does not serve this machine",
        { Length: > 0 } other when other.All(char.IsAsciiLetterOrDigit) => $"it refuses to report the time ({other})",
        _ => "it refuses to report the time",
    };
}
