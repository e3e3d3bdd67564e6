using System.CommandLine;
using TimerProbe.Application.Logs;
using TimerProbe.Cli.Commands.Help;
using TimerProbe.Cli.Options;
using TimerProbe.Cli.Output;
using TimerProbe.Cli.Output.Logs;
using TimerProbe.Core.Advice;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Placement;
using TimerProbe.Core.Units;

namespace TimerProbe.Cli.Commands;

internal sealed class LogCommand(Terminal terminal, TimeProvider time)
{
    private readonly Argument<string[]> _paths = new("FILE")
    {
        HelpName = "FILE",
        Description = "A vmware.log, or a folder: there and in its subfolders every *.log with vmware in its name.",
        Arity = ArgumentArity.OneOrMore,
    };

    private readonly OutputOptions _output = new([OutputFormat.Text, OutputFormat.Json], hasDetail: false);
    private readonly Option<PartsPerMillion?> _tolerance = ToleranceOption.Create();
    private readonly AnonymizeOption _anonymize = new(terminal, "names, files and UUIDs");
    private readonly FailOnOption _failOn = new();

    public Command Create()
    {
        var command = new ExampleCommand(
            "log", "Read vmware.log files: the TSC rates of a virtual machine and its host, and whether the host scales the TSC.")
        {
            Examples =
            [
                ("timerprobe log vmware.log", "was this VM away, and do its clock reads trap?"),
                ("timerprobe log logs --output json --out logs.json", "every log in a folder"),
            ],
        };
        command.Arguments.Add(_paths);
        command.Options.Add(_tolerance);
        _output.AddTo(command);
        command.Options.Add(_anonymize.Option);
        _failOn.AddTo(command);
        command.SetAction(RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancel)
    {
        var paths = parsed.GetRequiredValue(_paths);
        var output = _output.Read(parsed);
        var pseudonyms = _anonymize.Read(parsed);
        using var destination = DocumentOutput.Open(terminal, output);
        var document = await new LogReading(ThisProgram.Context(terminal, time)).RunAsync(
            paths, new FrequencyRules(parsed.GetValue(_tolerance) ?? FrequencyRules.DefaultTolerance), cancel);
        document = pseudonyms?.Apply(document) ?? document;
        if (output.Format == OutputFormat.Json)
        {
            destination.WriteJson(document);
        }
        else
        {
            destination.Write((TextWriter writer) => LogText.Write(document, output.Style(terminal), writer));
        }

        var slow = document.Logs.Where(log => log is { Placement: Placement.Away, ClockReadsTrap: not false })
            .Select(_ => Severity.Warning);
        return (int)_failOn.Judge(parsed, slow, configured: null, isPartial: document.Problems.Count > 0);
    }
}
