using System.Text;
using TimerProbe.Application;
using TimerProbe.Cli.Output.Pages;
using TimerProbe.Core.Units;
using TimerProbe.Core.Watching;
using TimerProbe.Files;
using TimerProbe.Guest.Services;
using TimerProbe.Reporting.OpenMetrics;

namespace TimerProbe.Cli.Output.Watch;

internal sealed class WatchOutputs : IWatchLog, IDisposable
{
    private readonly List<IWatchLog> _logs = [];
    private readonly List<MetricsFile> _metrics = [];
    private readonly ServiceNotice _notice;
    private LiveLog? _live;

    /// <summary>Opens everything before the work begins, so that a path that cannot be written is known at once.</summary>
    /// <exception cref="UseCaseException">A file cannot be written.</exception>
    public WatchOutputs(Terminal terminal, OutputSettings output, string? log, string? metrics, ServiceNotice notice)
    {
        _notice = notice;
        // Files before the console: when nobody reads it any more, they have the line already.
        if (log is not null)
        {
            _logs.Add(LineFile.Open(terminal, log, WatchJson.Write));
        }

        if (metrics is not null)
        {
            _metrics.Add(MetricsFile.Open(terminal, metrics));
        }

        Open(terminal, output);
    }

    public void Append(WatchLine line)
    {
        _logs.ForEach(log => log.Append(line));
        if (line is WatchEnded)
        {
            _notice.Stopping();
        }
    }

    /// <summary>Replaces the gauges and what a terminal shows, and reports to the service manager that the watch is alive.</summary>
    public void Sampled(WatchState state)
    {
        _notice.Alive();
        if (_metrics.Count > 0 || _live is not null)
        {
            var now = state.Snapshot();
            _metrics.ForEach(file => file.Replace(now));
            _live?.Show(now);
        }
    }

    public void Dispose() => _logs.OfType<IDisposable>().ToList().ForEach(log => log.Dispose());

    private void Open(Terminal terminal, OutputSettings output)
    {
        if (output is { Format: OutputFormat.OpenMetrics, File: { } gauges })
        {
            _metrics.Add(MetricsFile.Open(terminal, gauges));
            return;
        }

        var style = output.Style(terminal);
        IWatchLog log = (output.Format, output.File) switch
        {
            ("json", { } file) => LineFile.Open(terminal, file, WatchJson.Write),
            (_, { } file) => LineFile.Open(terminal, file, line => Text(line, style)),
            ("json", null) => new ConsoleLog(terminal.Data, WatchJson.Write),
            _ => new ConsoleLog(terminal.Data, line => Text(line, style)),
        };
        // Colours are what a terminal draws that draws in place, and that nobody asked to be plain.
        _live = log is ConsoleLog && output.Format == OutputFormat.Text && style.Colour ? new LiveLog(terminal, log, output.NoColor) : null;
        _logs.Add(_live ?? log);
    }

    private static byte[] Text(WatchLine line, TextStyle style) => Encoding.UTF8.GetBytes(WatchText.Write(line, style));
}

/// <summary>A file of gauges that is replaced as a whole, so that a collector never reads half of it.</summary>
internal sealed class MetricsFile
{
    private readonly Terminal _terminal;
    private readonly OutputSettings _file;
    private bool _complained;

    private MetricsFile(Terminal terminal, OutputSettings file) => (_terminal, _file) = (terminal, file);

    /// <exception cref="UseCaseException">It cannot.</exception>
    public static MetricsFile Open(Terminal terminal, string file)
    {
        var settings = new OutputSettings(OutputFormat.OpenMetrics, file, NoColor: true);
        DocumentOutput.Open(terminal, settings).Dispose();
        return new MetricsFile(terminal, settings);
    }

    /// <summary>Replaces it. What is in the way now may be gone at the next sample: it is reported once.</summary>
    public void Replace(WatchSnapshot now)
    {
        try
        {
            // What was held at the last sample is not waited for again: samples would come late.
            using var output = DocumentOutput.Open(_terminal, _file, _complained ? TimeSpan.Zero : FileLimits.RetryFor);
            output.Write((TextWriter text) => WatchOpenMetrics.Write(now, text));
            _complained = false;
        }
        catch (UseCaseException error)
        {
            if (!_complained)
            {
                _terminal.Complain($"{error.Message}; will try again");
                _complained = true;
            }
        }
    }
}

/// <summary>A person's terminal: lines as they happen, and below them the present state, drawn again at each sample.</summary>
internal sealed class LiveLog(Terminal terminal, IWatchLog lines, bool noColor) : IWatchLog, IDisposable
{
    private readonly LiveBlock _block = terminal.OpenBlock();
    private readonly Queue<Duration> _costs = new();
    private string? _lastEvent;

    public void Append(WatchLine line)
    {
        _lastEvent = line is WatchStarted or WatchLevelFound or WatchSampled or WatchSummary or WatchEnded
            ? _lastEvent
            : WatchText.Words(line);
        if (line is WatchEnded)
        {
            // The last state stays in sight, the end below it.
            _block.Leave();
        }

        _block.Above(() => lines.Append(line));
    }

    public void Show(WatchSnapshot now)
    {
        if (now.Last is { } sample)
        {
            _costs.Enqueue(sample.Intervals.PreciseTime.Median);
        }

        while (_costs.Count > WatchText.Recent)
        {
            _costs.Dequeue();
        }

        _block.Show(WatchText.Block(now, [.. _costs], _lastEvent, terminal.Style(noColor)));
    }

    public void Dispose()
    {
        _block.Leave();
        (lines as IDisposable)?.Dispose();
    }
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
