using System.CommandLine;
using TimerProbe.Cli.Options;
using TimerProbe.Cli.Output;

namespace TimerProbe.Cli.Commands;

/// <summary><c>timerprobe check</c>.</summary>
internal sealed class CheckCommand(Terminal terminal, TimeProvider time)
{
    private readonly CheckOptions _options = new();
    private readonly OutputOptions _output = new(DocumentText.CheckFormats);
    private readonly FailOnOption _failOn = new();

    public Command Create()
    {
        var command = new ExampleCommand("check", "Measure this machine's clocks: verdict, cause, remedies.")
        {
            Examples =
            [
                ("timerprobe check", "the verdict, in well under a second"),
                ("timerprobe check --per-processor --scaling", "look at every processor, then at all of them at once"),
                ("timerprobe check --output json --out check.json", "the whole document, to a file"),
                ("timerprobe check --rounds 3 --round-length 200ms", "calls in a round, to compare with old figures"),
            ],
        };
        _options.AddTo(command);
        _output.AddTo(command);
        _failOn.AddTo(command);
        command.SetAction((parsed, cancel) => Task.Factory.StartNew(() => Run(parsed, cancel), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default));
        return command;
    }

    private int Run(ParseResult parsed, CancellationToken cancel)
    {
        var settings = _options.Read(parsed);
        var output = _output.Read(parsed);
        using var destination = DocumentOutput.Open(terminal, output);
        var document = new GuestCheck(settings, time, terminal).Run(cancel);
        new DocumentText(output.Style(terminal), parsed.GetValue<bool>(VerboseOption.Name)).Write(document, output.Format, destination);
        return (int)(cancel.IsCancellationRequested ? ExitCode.Cancelled : _failOn.Judge(parsed, document.Findings));
    }
}
