using TimerProbe.Application;
using TimerProbe.Core.Watching;
using TimerProbe.Files;
using TimerProbe.Reporting.OpenMetrics;

namespace TimerProbe.Cli.Output.Watch;

/// <summary>A file of gauges that is replaced as a whole, so that a collector never reads half of it.</summary>
internal sealed class MetricsFile
{
    private readonly Terminal _terminal;
    private readonly OutputSettings _file;
    private bool _complained;

    private MetricsFile(Terminal terminal, OutputSettings file) => (_terminal, _file) = (terminal, file);

    /// <summary>Makes sure that the file can be written.</summary>
    /// <exception cref="UseCaseException">It cannot.</exception>
    public static MetricsFile Open(Terminal terminal, string file)
    {
        var settings = new OutputSettings(OutputFormat.OpenMetrics, file, NoColor: true);
        DocumentOutput.Open(terminal, settings).Dispose();
        return new MetricsFile(terminal, settings);
    }

    /// <summary>Replaces it. What is in the way now may be gone at the next sample: it is said once.</summary>
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
