namespace TimerProbe.Guest.Services;

/// <summary>The event log Application of Windows.</summary>
public static partial class WindowsEventLog
{
    /// <summary>The source of the program's events. The MSI registers it, with messages that Windows has for any: ids 1 to 1000.</summary>
    private const string Source = "TimerProbe";

    // EVENTLOG_ERROR_TYPE, EVENTLOG_WARNING_TYPE; docs/watching.md lists the ids.
    private const ushort ErrorType = 1, WarningType = 2;
    private const uint FailedId = 1, WarningId = 2;

    // ReportEventW takes 31,839 characters.
    private const int MaxCharacters = 30_000;

    /// <summary>Writes that the service failed, an error, or what it warns of while it runs, a warning.</summary>
    public static unsafe void Write(bool isError, string text)
    {
        var log = RegisterEventSourceW(server: null, Source);
        if (log == 0)
        {
            return;
        }

        fixed (char* only = Escape(text))
        {
            _ = ReportEventW(
                log,
                isError ? ErrorType : WarningType,
                category: 0,
                isError ? FailedId : WarningId,
                user: null,
                stringCount: 1,
                dataSize: 0,
                &only,
                data: null);
            _ = DeregisterEventSource(log);
        }
    }

    /// <summary>
    /// The text with the system's line ends, and a blank behind each % that viewers would take for a place to fill: they do so in
    /// what they filled in as well, and know no way to write the sign itself ([MS-EVEN] 3.2.4.1.5).
    /// </summary>
    internal static string Escape(string text)
    {
        text = text.ReplaceLineEndings("\r\n");
        var safe = new StringBuilder();
        for (var i = 0; i < text.Length && safe.Length < MaxCharacters; i++)
        {
            safe.Append(text[i] == '\0' ? '\uFFFD' : text[i]);
            if (text[i] == '%' && i + 1 < text.Length && (char.IsAsciiDigit(text[i + 1]) || text[i + 1] is '%' or '{' or '!'))
            {
                safe.Append(' ');
            }
        }

        return safe.ToString();
    }

    [LibraryImport("advapi32", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    private static partial nint RegisterEventSourceW(string? server, string source);

    [LibraryImport("advapi32", SetLastError = true)]
    private static unsafe partial int ReportEventW(
        nint log, ushort type, ushort category, uint id, void* user, ushort stringCount, uint dataSize, char** strings, void* data);

    [LibraryImport("advapi32", SetLastError = true)]
    private static partial int DeregisterEventSource(nint log);
}
