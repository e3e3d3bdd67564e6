using System.Text;
using TimerProbe.Guest.Inspection.Readings;

namespace TimerProbe.Guest.Inspection.Linux;

/// <summary>Reads the kernel's messages: klogctl(3), which leaves them where they are.</summary>
internal static class KernelLogReader
{
    private const int LargestLog = 16 * 1024 * 1024;

    public static unsafe Reading<string> Read()
    {
        var size = Libc.Klogctl(Libc.SyslogActionSizeBuffer, null, 0);
        if (size <= 0)
        {
            return Refused();
        }

        var log = new byte[Math.Min(size, LargestLog)];
        fixed (byte* buffer = log)
        {
            var length = Libc.Klogctl(Libc.SyslogActionReadAll, buffer, log.Length);
            return length < 0 ? Refused() : Reading.From(Encoding.UTF8.GetString(log, 0, Math.Min(length, log.Length)));
        }
    }

    private static Reading<string> Refused() =>
        Reading.Missing<string>("the kernel's messages may not be read by this user (kernel.dmesg_restrict)");
}
