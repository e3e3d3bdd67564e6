using System.Text;

namespace TimerProbe.Cli.Output;

/// <summary>Lines on standard output, each there at once.</summary>
internal sealed class ConsoleLog(Stream data, Func<WatchLine, byte[]> write) : IWatchLog
{
    public static ConsoleLog Open(Terminal terminal, string format, bool noColor)
    {
        var style = terminal.Style(noColor);
        return new ConsoleLog(
            terminal.Data, format == OutputFormat.Json ? WatchJson.Write : line => Encoding.UTF8.GetBytes(WatchText.Write(line, style)));
    }

    public void Append(WatchLine line)
    {
        data.Write(write(line));
        data.Flush();
    }
}

/// <summary>Reports to the service manager that the watch is alive, and that it ends.</summary>
internal sealed class NoticeLog(ServiceNotice notice) : IWatchLog
{
    public void Append(WatchLine line)
    {
        if (line.Event == WatchEvent.Stopped)
        {
            notice.Stopping();
        }
    }

    public void Sampled() => notice.Alive();
}
