using System.CommandLine;
using TimerProbe.Application.Checking;
using TimerProbe.Application.Publishing;
using TimerProbe.Application.Saving;
using TimerProbe.Cli.Commands.Help;
using TimerProbe.Cli.Options;
using TimerProbe.Cli.Output;
using TimerProbe.Cli.Output.Forms;
using TimerProbe.Core.Publishing;

namespace TimerProbe.Cli.Commands;

internal sealed class CheckCommand(Terminal terminal, TimeProvider time)
{
    private readonly CheckOptions _options = new(terminal);
    private readonly PublishOption _publish = new();
    private readonly OutputOptions _output = new(DocumentForms.Check.Formats, hasMetricsDetail: true);
    private readonly FailOnOption _failOn = new();

    public Command Create()
    {
        var run = new RunOptions(_options.Anonymize, reads: false, terminal, time);
        var command = new ExampleCommand("check", "Measure this machine's clocks: verdict, cause, remedies.")
        {
            Examples =
            [
                ("timerprobe check", "the verdict, in well under a second"),
                ("timerprobe check --steps", "with the commands and caveats of each remedy"),
                ("timerprobe check --out ticket.md", "the result for a ticket, as Markdown; .html makes a page"),
                ("timerprobe check --per-processor --scaling", "measure each processor, then all of them at once"),
                ("timerprobe check --output json --out check.json", "the whole document, to a file"),
                ("timerprobe check --save", "save the result for timerprobe history"),
                ("timerprobe check --publish", "also leave the result with the hypervisor, for timerprobe scan"),
                ("timerprobe check --submit https://timerprobe.example.org:8443 --submit-token-file token", "submit the result to a timerprobe-server"),
                ("timerprobe check --config timerprobe.json", "save it to the configured store, and send alerts on change"),
                ("timerprobe check --drift 60s --reference ntp.example.org", "compare the clock's rate with an NTP server"),
                ("timerprobe check --rounds 3 --round-length 200ms", "count calls in rounds, to compare with older results"),
            ],
        };
        _options.AddTo(command);
        _publish.AddTo(command, _options.Anonymize);
        _output.AddTo(command);
        _failOn.AddTo(command);
        run.AddTo(command);
        command.SetAction((parsed, cancel) => RunAsync(parsed, run.Read(parsed, cancel), cancel));
        return command;
    }

    /// <summary>The store is opened first, so that one that cannot be is known at once.</summary>
    private async Task<int> RunAsync(ParseResult parsed, RunSettings run, CancellationToken cancel)
    {
        var context = run.Context;
        await using var saved = await run.OpenStoreAsync(cancel);
        using var submission = run.OpenSubmission(cancel);
        var settings = _options.Read(parsed, run.Configuration);
        var publisher = _publish.Read(parsed, settings.Pseudonyms is not null) is { } publish
            ? new HypervisorPublisher(publish, context)
            : null;
        using var output = _output.Open(terminal, DocumentForms.Check, parsed);
        var document = await new GuestCheck(settings, context).RunAsync(cancel);
        if (cancel.IsCancellationRequested)
        {
            output.Write(document, saved.Facts);
            return (int)ExitCode.Cancelled;
        }

        var isPublished = true;
        await RunSettings.SaveAsync(saved, submission, RunResult.From(document), Report, cancel);
        return (int)_failOn.Judge(
            parsed, document.Findings, run.Configuration.FailOn, saved.IsPartial || !isPublished || submission is { IsPartial: true });

        void Report()
        {
            output.Write(document, saved.Facts);
            isPublished = publisher is null || publisher.Publish(PublishedCheck.From(document, context.Tool), cancel);
        }
    }
}
