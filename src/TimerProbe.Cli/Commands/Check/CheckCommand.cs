using System.CommandLine;
using TimerProbe.Cli.Commands.Report;
using TimerProbe.Cli.Options;
using TimerProbe.Cli.Output;
using TimerProbe.Core.Documents;

namespace TimerProbe.Cli.Commands.Check;

/// <summary><c>timerprobe check</c>.</summary>
internal sealed class CheckCommand(Terminal terminal, TimeProvider time)
{
    private readonly CheckOptions _options = new();
    private readonly OutputOptions _output = new(DocumentText.CheckFormats);
    private readonly FailOnOption _failOn = new();
    private readonly SaveOption _save = new(time);

    public Command Create()
    {
        var command = new ExampleCommand("check", "Measure this machine's clocks: verdict, cause, remedies.")
        {
            Examples =
            [
                ("timerprobe check", "the verdict, in well under a second"),
                ("timerprobe check --per-processor --scaling", "look at every processor, then at all of them at once"),
                ("timerprobe check --output json --out check.json", "the whole document, to a file"),
                ("timerprobe check --save", "kept, to be asked by timerprobe history"),
                ("timerprobe check --rounds 3 --round-length 200ms", "calls in a round, to compare with old figures"),
            ],
        };
        _options.AddTo(command);
        _output.AddTo(command);
        _failOn.AddTo(command);
        _save.AddTo(command, _options.Anonymize, reads: false);
        command.SetAction(RunAsync);
        return command;
    }

    /// <summary>The store is opened first, so that one that cannot be is known at once; that thread is not the one that measures.</summary>
    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancel)
    {
        await using var store = _save.Saves(parsed, configured: null) ? await _save.OpenAsync(parsed, configured: null, cancel) : null;
        var (code, document) = await Task.Factory.StartNew(() => Measure(parsed, cancel), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        if (store is not null && code != ExitCode.Cancelled)
        {
            await StoreOption.GuardAsync(() => store.SaveAsync(document, options: null, cancel));
        }

        return (int)code;
    }

    private (ExitCode Code, CheckDocument Document) Measure(ParseResult parsed, CancellationToken cancel)
    {
        var settings = _options.Read(parsed);
        var output = _output.Read(parsed);
        using var destination = DocumentOutput.Open(terminal, output);
        var document = new GuestCheck(settings, time, terminal).Run(cancel);
        new DocumentText(output.Style(terminal), parsed.GetValue<bool>(VerboseOption.Name)).Write(document, output.Format, destination);
        return (cancel.IsCancellationRequested ? ExitCode.Cancelled : _failOn.Judge(parsed, document.Findings), document);
    }
}
