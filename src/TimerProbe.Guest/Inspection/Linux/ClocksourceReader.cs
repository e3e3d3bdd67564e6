using TimerProbe.Core.Facts;
using TimerProbe.Guest.Inspection.Readings;

namespace TimerProbe.Guest.Inspection.Linux;

/// <summary>Reads the kernel's choice of clock.</summary>
internal static class ClocksourceReader
{
    private const string Folder = "/sys/devices/system/clocksource/clocksource0/";

    public static LinuxFacts Read(UnavailableFacts unavailable)
    {
        string[] available = [.. (unavailable.Note("availableClocksources", SystemFile.Read(Folder + "available_clocksource")) ?? "")
            .Split(' ', StringSplitOptions.RemoveEmptyEntries)];
        return new LinuxFacts
        {
            Clocksource = unavailable.Note("clocksource", SystemFile.Read(Folder + "current_clocksource")),
            AvailableClocksources = available,
            Vdso = Libc.GetAuxVal(Libc.SysinfoEhdr) != 0,

            // An unstable clock source is not offered. One that is not offered may also never have been there: the kernel's log knows.
            TscUnstable = available.Contains("tsc") ? false : null,
        };
    }
}
