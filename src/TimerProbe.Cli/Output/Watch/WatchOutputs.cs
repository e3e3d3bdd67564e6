using System.Text;
using TimerProbe.Application;
using TimerProbe.Core.Watching;
using TimerProbe.Guest.Services;

namespace TimerProbe.Cli.Output.Watch;

/// <summary>All that a run of <c>watch</c> writes to, the service manager included.</summary>
internal sealed class WatchOutputs : IWatchLog, IDisposable
{
    private readonly List<IWatchLog> _logs = [];
    private readonly List<MetricsFile> _metrics = [];
    private readonly ServiceNotice _notice;
    private LiveLog? _live;

    /// <summary>Opens everything before the work begins, so that a path that cannot be written is known at once.</summary>
    /// <exception cref="UseCaseException">A file cannot be written.</exception>
    public WatchOutputs(Terminal terminal, WatchOutputSettings settings, ServiceNotice notice)
    {
        _notice = notice;
        // Files before the console: when nobody reads it any more, they have the line already.
        if (settings.Log is { } log)
        {
            _logs.Add(new JsonLog(LineFile.Open(terminal, log)));
        }

        if (settings.Metrics is { } metrics)
        {
            _metrics.Add(MetricsFile.Open(terminal, metrics));
        }

        Open(terminal, settings.Output);
    }

    /// <inheritdoc/>
    public void Append(WatchLine line)
    {
        _logs.ForEach(log => log.Append(line));
        if (line is WatchEnded)
        {
            _notice.Stopping();
        }
    }

    /// <summary>Replaces the gauges and what a terminal shows, and tells the service manager that the watch is alive.</summary>
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

    /// <inheritdoc/>
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
            ("json", { } file) => new JsonLog(LineFile.Open(terminal, file)),
            (_, { } file) => new TextLog(LineFile.Open(terminal, file)),
            ("json", null) => ConsoleLog.Open(terminal, WatchJson.Write),
            _ => ConsoleLog.Open(terminal, line => Encoding.UTF8.GetBytes(WatchText.Write(line, style))),
        };
        // Colours are what a terminal draws that draws in place, and that nobody asked to be plain.
        _live = log is ConsoleLog && output.Format == OutputFormat.Text && style.Colour ? new LiveLog(terminal, log, output.NoColor) : null;
        _logs.Add(_live ?? log);
    }
}
