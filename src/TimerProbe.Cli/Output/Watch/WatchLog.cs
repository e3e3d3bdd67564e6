namespace TimerProbe.Cli.Output;

/// <summary>What is done with the lines of a watch, and each time that it has measured.</summary>
internal sealed class WatchLog(Action<WatchLine> append, Action? sampled = null) : IWatchLog
{
    /// <summary>Lines on standard output, each there at once.</summary>
    public static WatchLog OpenConsole(Terminal terminal, string format, bool noColor)
    {
        var (style, data) = (terminal.Style(noColor), terminal.Data);
        return new WatchLog(line =>
        {
            data.Write(format == OutputFormat.Json ? WatchJson.Write(line) : Encoding.UTF8.GetBytes(WatchText.Write(line, style)));
            data.Flush();
        });
    }

    /// <summary>Reports to the service manager that the watch is alive, and that it ends.</summary>
    public static WatchLog Of(ServiceNotice notice) => new(
        line =>
        {
            if (line.Event == WatchEvent.Stopped)
            {
                notice.Stopping();
            }
        },
        notice.Alive);

    public void Append(WatchLine line) => append(line);

    public void Sampled() => sampled?.Invoke();
}
