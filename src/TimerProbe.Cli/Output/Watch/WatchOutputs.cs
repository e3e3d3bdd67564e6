using System.Text;
using TimerProbe.Cli.Options;
using TimerProbe.Core.Watching;

namespace TimerProbe.Cli.Output.Watch;

/// <summary>All that a run of <c>watch</c> writes to.</summary>
internal sealed class WatchOutputs : IWatchLog, IDisposable
{
    private readonly List<IWatchLog> _logs = [];
    private readonly List<MetricsFile> _metrics = [];

    /// <summary>Opens everything before the work begins, so that a path that cannot be written is known at once.</summary>
    /// <exception cref="CommandException">A file cannot be written.</exception>
    public WatchOutputs(Terminal terminal, WatchSettings settings)
    {
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

    /// <summary>Adds another log, such as a store.</summary>
    public void Add(IWatchLog log) => _logs.Insert(0, log);

    /// <inheritdoc/>
    public void Append(WatchLine line) => _logs.ForEach(log => log.Append(line));

    /// <summary>Replaces the gauges.</summary>
    public void Replace(WatchState state)
    {
        if (_metrics.Count > 0)
        {
            var now = state.Snapshot();
            _metrics.ForEach(file => file.Replace(now));
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
        _logs.Add((output.Format, output.File) switch
        {
            ("json", { } file) => new JsonLog(LineFile.Open(terminal, file)),
            (_, { } file) => new TextLog(LineFile.Open(terminal, file)),
            ("json", null) => ConsoleLog.Open(terminal, WatchJson.Write),
            _ => ConsoleLog.Open(terminal, line => Encoding.UTF8.GetBytes(WatchText.Write(line, style))),
        });
    }
}
