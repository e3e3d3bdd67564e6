using System.Text;
using TimerProbe.Core.Watching;

namespace TimerProbe.Cli.Output.Watch;

/// <summary>Lines of JSON in a file.</summary>
internal sealed class JsonLog(LineFile file) : IWatchLog
{
    public void Append(WatchLine line) => file.Append(WatchJson.Write(line));
}

/// <summary>Lines of text in a file.</summary>
internal sealed class TextLog(LineFile file) : IWatchLog
{
    public void Append(WatchLine line) => file.Append(Encoding.UTF8.GetBytes(WatchText.Write(line, TextStyle.ForFile)));
}

/// <summary>Lines on standard output, each there at once.</summary>
internal sealed class ConsoleLog(Stream data, Func<WatchLine, byte[]> write) : IWatchLog, IDisposable
{
    public void Append(WatchLine line)
    {
        data.Write(write(line));
        data.Flush();
    }

    public void Dispose() => data.Dispose();
}
