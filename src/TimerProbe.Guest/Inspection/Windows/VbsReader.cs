using System.Globalization;
using System.Runtime.Versioning;
using TimerProbe.Guest.Inspection.Readings;

namespace TimerProbe.Guest.Inspection.Windows;

/// <summary>Asks whether a secure kernel runs: NtQuerySystemInformation's SystemIsolatedUserModeInformation.</summary>
[SupportedOSPlatform("windows")]
internal static class VbsReader
{
    private const int StatusInfoLengthMismatch = unchecked((int)0xC000_0004);

    // The structure is 16 bytes as of Windows 11; a longer one tells its length and is asked for again.
    private const uint LongestInformation = 256;

    public static unsafe Reading<bool?> Read()
    {
        Span<byte> information = stackalloc byte[(int)LongestInformation];
        uint returned = 0;
        fixed (byte* buffer = information)
        {
            var status = Ntdll.NtQuerySystemInformation(Ntdll.SystemIsolatedUserModeInformation, buffer, 16, &returned);
            if (status == StatusInfoLengthMismatch && returned is > 0 and <= LongestInformation)
            {
                status = Ntdll.NtQuerySystemInformation(Ntdll.SystemIsolatedUserModeInformation, buffer, returned, &returned);
            }

            return VbsParser.Parse(status, information);
        }
    }
}

/// <summary>Understands SYSTEM_ISOLATED_USER_MODE_INFORMATION.</summary>
internal static class VbsParser
{
    /// <summary>SecureKernelRunning is bit 0 of the first byte; it means something only when the call succeeded.</summary>
    public static Reading<bool?> Parse(int status, ReadOnlySpan<byte> information) => status == 0 && information.Length > 0
        ? Reading.From<bool?>((information[0] & 1) == 1)
        : Reading.Missing<bool?>(string.Create(
            CultureInfo.InvariantCulture,
            $"Windows does not report whether virtualization-based security is running (status 0x{status:x8})"));
}
