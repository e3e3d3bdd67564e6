using System.Text;
using Microsoft.Win32.SafeHandles;
using TimerProbe.Cli.Output.Pages;
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
    private const int StandardOutput = 1;

    /// <summary>
    /// Standard output. The runtime's own stream takes what is written to a pipe that nobody reads any more, and so would never
    /// let this program end; a file keeps that stream, which shares its position with others that write to it.
    /// </summary>
    public static ConsoleLog Open(Terminal terminal, Func<WatchLine, byte[]> write)
    {
        if (OperatingSystem.IsLinux())
        {
            var pipe = new FileStream(new SafeFileHandle(StandardOutput, ownsHandle: false), FileAccess.Write, bufferSize: 0);
            if (!pipe.CanSeek)
            {
                return new ConsoleLog(pipe, write);
            }

            pipe.Dispose();
        }

        return new ConsoleLog(terminal.Data, write);
    }

    /// <inheritdoc/>
    public void Append(WatchLine line)
    {
        data.Write(write(line));
        data.Flush();
    }

    /// <inheritdoc/>
    public void Dispose() => data.Dispose();
}
