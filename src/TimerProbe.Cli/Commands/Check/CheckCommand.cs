using System.CommandLine;
using TimerProbe.Cli.Commands.Report;
using TimerProbe.Cli.Configuration.Settings;
using TimerProbe.Cli.Options;
using TimerProbe.Cli.Output;
using TimerProbe.Core.Documents;

namespace TimerProbe.Cli.Commands.Check;

/// <summary><c>timerprobe check</c>.</summary>
internal sealed class CheckCommand(Terminal terminal, TimeProvider time)
{
    private readonly CheckOptions _options = new();
    private readonly OutputOptions _output = new(DocumentForms.Check.Formats);
    private readonly FailOnOption _failOn = new();
    private readonly KeepOptions _keep = new(reads: false, time, terminal);

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
                ("timerprobe check --config timerprobe.json", "kept in the store of a configuration, and its receivers told of a change"),
                ("timerprobe check --drift 60s --reference ntp.example.org", "whether the clock runs at the right rate, against an NTP server"),
                ("timerprobe check --rounds 3 --round-length 200ms", "calls in a round, to compare with old figures"),
            ],
        };
        _options.AddTo(command);
        _output.AddTo(command);
        _failOn.AddTo(command);
        _keep.AddTo(command, _options.Anonymize);
        command.SetAction(RunAsync);
        return command;
    }

    /// <summary>The store is opened first, so that one that cannot be is known at once; that thread is not the one that measures.</summary>
    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancel)
    {
        var configuration = _keep.ReadConfiguration(parsed, cancel);
        await using var kept = await _keep.OpenAsync(parsed, configuration, cancel);
        var document = await Task.Factory.StartNew(() => Measure(parsed, configuration, cancel), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        if (cancel.IsCancellationRequested)
        {
            return (int)ExitCode.Cancelled;
        }

        await kept.SaveAsync((store, options) => store.SaveAsync(document, options, cancel), cancel);
        return (int)_failOn.Judge(parsed, document.Findings, configuration.FailOn);
    }

    private CheckDocument Measure(ParseResult parsed, FileConfiguration configuration, CancellationToken cancel)
    {
        var settings = _options.Read(parsed, configuration);
        var output = _output.Read(parsed);
        using var destination = DocumentOutput.Open(terminal, output);
        var document = new GuestCheck(settings, time, terminal).Run(cancel);
        DocumentForms.Check.Write(document, output.Format, output.Style(terminal), parsed.GetValue<bool>(VerboseOption.Name), destination);
        return document;
    }
}
