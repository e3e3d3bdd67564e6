using TimerProbe.Application;
using TimerProbe.Cli.Commands.Report;
using TimerProbe.Cli.Options;
using TimerProbe.Cli.Output;
using TimerProbe.Cli.Output.Pages;
using TimerProbe.Core.Documents;

namespace TimerProbe.Cli.Commands;

/// <summary>All the forms in which a scan leaves the program, opened before it begins. One that cannot be written does not keep back the others.</summary>
internal sealed class ScanOutputs : IDisposable
{
    private readonly List<(string Format, TextStyle Style, DocumentOutput Destination)> _outputs = [];
    private readonly bool _verbose;

    private ScanOutputs(bool verbose) => _verbose = verbose;

    /// <exception cref="UseCaseException">A file cannot be written.</exception>
    public static ScanOutputs Open(Terminal terminal, IReadOnlyList<OutputSettings> settings, bool verbose)
    {
        var outputs = new ScanOutputs(verbose);
        try
        {
            foreach (var output in settings)
            {
                outputs._outputs.Add((output.Format, output.Style(terminal), DocumentOutput.Open(terminal, output)));
            }

            return outputs;
        }
        catch
        {
            outputs.Dispose();
            throw;
        }
    }

    /// <exception cref="UseCaseException">Some could not be written; the message names each.</exception>
    public void Write(ScanDocument document)
    {
        var failed = new List<UseCaseException>();
        foreach (var (format, style, destination) in _outputs)
        {
            try
            {
                DocumentForms.Scan.Write(document, format, style, _verbose, destination);
            }
            catch (UseCaseException error)
            {
                failed.Add(error);
            }
        }

        if (failed.Count > 0)
        {
            throw new UseCaseException(failed[0].Failure, string.Join("; ", failed.Select(error => error.Message)), failed[0]);
        }
    }

    public void Dispose()
    {
        foreach (var (_, _, destination) in _outputs)
        {
            destination.Dispose();
        }
    }
}
