using System.Runtime.Versioning;

namespace TimerProbe.Guest.Inspection.Windows;

/// <summary>Reads the page the kernel maps read-only into every process at 0x7FFE0000.</summary>
[SupportedOSPlatform("windows")]
internal static unsafe class KuserSharedDataReader
{
    private const nint Address = 0x7FFE_0000;

    public static KuserSharedData? Read() => KuserSharedDataParser.Parse(new ReadOnlySpan<byte>((void*)Address, KuserSharedDataParser.Length));
}
