namespace TimerProbe.Cli.Output;

/// <summary>All the forms of a document, opened before the work begins. One that cannot be written does not keep back the others.</summary>
internal sealed class DocumentOutputs : IDisposable
{
    private readonly List<(ConfiguredOutput Settings, TextStyle Style, DocumentOutput Destination)> _outputs = [];
    private readonly DocumentForms _forms;
    private readonly Detail _detail;

    private DocumentOutputs(DocumentForms forms, Detail detail) => (_forms, _detail) = (forms, detail);

    /// <exception cref="UseCaseException">A file cannot be written.</exception>
    public static DocumentOutputs Open(
        Terminal terminal,
        DocumentForms forms,
        IReadOnlyList<ConfiguredOutput> settings,
        Func<ConfiguredOutput, TextStyle> style,
        Detail detail)
    {
        var outputs = new DocumentOutputs(forms, detail);
        try
        {
            foreach (var output in settings)
            {
                outputs._outputs.Add((output, style(output), DocumentOutput.Open(terminal, output)));
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
    public void Write(object document, SaveResult? saved)
    {
        var failed = new List<UseCaseException>();
        foreach (var (settings, style, destination) in _outputs)
        {
            try
            {
                _forms.Write(
                    document,
                    settings.Format,
                    new TextView(style, _detail),
                    new MetricView(settings.MetricsDetail, saved),
                    destination);
            }
            catch (UseCaseException ex)
            {
                failed.Add(ex);
            }
        }

        if (failed.Count > 0)
        {
            throw new UseCaseException(failed[0].ExitCode, string.Join("; ", failed.Select(error => error.Message)), failed[0]);
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
