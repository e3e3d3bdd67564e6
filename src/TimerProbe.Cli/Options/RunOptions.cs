using System.CommandLine;
using TimerProbe.Application;
using TimerProbe.Application.Configuration;
using TimerProbe.Application.Saving;
using TimerProbe.Application.Submitting;
using TimerProbe.Cli.Output;
using TimerProbe.Cli.Output.Forms;
using TimerProbe.Core.Advice;

namespace TimerProbe.Cli.Options;

/// <summary>
/// What the commands have alike that measure once: a document that leaves in a form, may be kept, and ends the program by its findings.
/// </summary>
/// <param name="forms">The forms of the document.</param>
/// <param name="reads">Whether a store is of use to the command without keeping the run.</param>
/// <param name="time">The clock.</param>
/// <param name="terminal">Where it is said and shown.</param>
internal sealed class RunOptions(DocumentForms forms, bool reads, TimeProvider time, Terminal terminal)
{
    private readonly OutputOptions _output = new(forms.Formats, hasMetricsDetail: forms == DocumentForms.Check);
    private readonly DetailOption _detail = new();
    private readonly FailOnOption _failOn = new();
    private readonly StorageOptions _keep = new(reads, time, terminal);

    /// <param name="command">The command.</param>
    /// <param name="anonymize">Its option for pseudonyms, which are never kept.</param>
    public void AddTo(Command command, AnonymizeOption anonymize)
    {
        _output.AddTo(command);
        _detail.AddTo(command);
        _failOn.AddTo(command);
        _keep.AddTo(command, anonymize);
    }

    /// <inheritdoc cref="StorageOptions.ReadConfiguration"/>
    public FileConfiguration ReadConfiguration(ParseResult parsed, CancellationToken cancel) => _keep.ReadConfiguration(parsed, cancel);

    /// <inheritdoc cref="StorageOptions.OpenAsync"/>
    public Task<RunStorage> OpenAsync(ParseResult parsed, FileConfiguration configuration, CancellationToken cancel) =>
        _keep.OpenAsync(parsed, configuration, cancel);

    /// <inheritdoc cref="StorageOptions.OpenSubmission"/>
    public RunSubmission? OpenSubmission(ParseResult parsed, FileConfiguration configuration, CancellationToken cancel) =>
        _keep.OpenSubmission(parsed, configuration, cancel);

    /// <summary>Keeps a run and lets it be reported, then submits it, whatever became of it before.</summary>
    /// <param name="kept">Where it is kept.</param>
    /// <param name="submission">What submits it; null for nothing.</param>
    /// <param name="result">The run.</param>
    /// <param name="report">Writes the reports.</param>
    /// <param name="cancel">Ends the saving and the submitting, not the reporting.</param>
    public static async Task SaveAsync(
        RunStorage kept, RunSubmission? submission, RunResult result, Action report, CancellationToken cancel)
    {
        try
        {
            await kept.SaveAsync(result, report, saved: null, cancel);
        }
        finally
        {
            await (submission?.SubmitAsync(result, cancel) ?? Task.CompletedTask);
        }
    }

    /// <summary>Opens where the document goes.</summary>
    /// <exception cref="UseCaseException">The file cannot be written.</exception>
    public DocumentOutputs OpenOutput(ParseResult parsed) =>
        DocumentOutputs.Open(terminal, forms, [_output.Read(parsed)], _detail.Read(parsed));

    /// <inheritdoc cref="FailOnOption.Judge(ParseResult, IEnumerable{Finding}, string?, bool)"/>
    public ExitCode Judge(ParseResult parsed, IEnumerable<Finding> findings, string? configured, bool isPartial) =>
        _failOn.Judge(parsed, findings, configured, isPartial);
}
