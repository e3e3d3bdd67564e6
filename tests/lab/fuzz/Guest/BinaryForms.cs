namespace TimerProbe.Fuzz.Guest;

/// <summary>What is read as bytes, each beside its parser.</summary>
internal static class BinaryForms
{
    private const int PageLength = 4096;

    private static readonly byte[] Smbios =
    [
        0, 2, 8, 0, 0x40, 0, 0, 0,
        1, 27, 1, 0, 1, 2, 0, 0, 0x42, 0x22, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 6, 0, 0,
        .. "VMware, Inc.\0VMware7,1\0\0"u8, 127, 4, 2, 0, 0, 0,
    ];

    /// <summary>GROUP_RELATIONSHIP of one group of eight processors.</summary>
    private static readonly byte[] Groups = [4, 0, 0, 0, 80, 0, 0, 0, 1, 0, 1, .. new byte[21], 8, 8, .. new byte[38], 255, .. new byte[7]];

    /// <summary>An answer of a server of stratum 2 (RFC 5905).</summary>
    private static readonly byte[] Ntp = [0x24, 2, 6, 0xE9, 0, 0, 1, 0, 0, 0, 2, 0, 127, 0, 0, 1, .. Enumerable.Repeat<byte>(0xEC, 32)];

    public static IReadOnlyList<(string Name, byte[] Bytes, Action<byte[]> Parse)> All { get; } =
    [
        ("SMBIOS", Smbios, bytes => SmbiosFacts.Parse(bytes)),
        ("KUSER_SHARED_DATA", new byte[PageLength], bytes => KuserSharedData.Parse(bytes)),
        ("reference page", new byte[PageLength], bytes => ReferencePage.Parse(bytes, bytes)),
        ("processor groups", Groups, bytes => WindowsAffinity.Allowed(WindowsAffinity.ActiveMasks(bytes), [0, 1, 70_000], bytes.Length > 0 ? bytes[0] : 0UL)),
        ("NTP", Ntp, bytes => _ = (NtpPacket.IsRefusal(bytes), NtpPacket.Answers(bytes, nonce: 7), NtpPacket.Parse(bytes))),
        ("a performance counter", new byte[sizeof(double)], bytes =>
        {
            var value = bytes.Length < sizeof(double) ? double.NaN : BitConverter.ToDouble(bytes);
            _ = (PerformanceCounterReader.HostHz(0, value), PerformanceCounterReader.LimitHz(0, value),
                PerformanceCounterReader.CpuStolenMs(0, BitConverter.DoubleToInt64Bits(value)));
        }),
    ];
}
