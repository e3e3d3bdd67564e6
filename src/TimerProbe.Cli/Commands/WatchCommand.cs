using System.CommandLine;
using TimerProbe.Application.Watching;
using TimerProbe.Cli.Commands.Help;
using TimerProbe.Cli.Options;
using TimerProbe.Cli.Output;
using TimerProbe.Cli.Output.Watch;
using TimerProbe.Guest.Services;

namespace TimerProbe.Cli.Commands;

/// <summary><c>timerprobe watch</c>.</summary>
internal sealed class WatchCommand(Terminal terminal, TimeProvider time, WindowsService? service)
{
    private readonly WatchOptions _options = new();
    private readonly StorageOptions _keep = new(reads: false, time, terminal);
    private readonly ServiceOption _service = new(service);

    public Command Create()
    {
        var command = new ExampleCommand("watch", "Keep measuring; report every change with its time.")
        {
            Examples =
            [
                ("timerprobe watch --for 8h", "a sample every 10 seconds and a line for each change; without --for, until Ctrl+C or SIGTERM"),
                ("timerprobe watch --every 1s --for 1m --samples --output json", "also write a line of JSON for each sample"),
                ("timerprobe watch --for 24h --save", "save changes in the store, for timerprobe history"),
                ("timerprobe watch --for 24h --config timerprobe.json", "save changes to the configured store, and send alerts when the clock turns slow"),
                ("timerprobe watch --for 24h --reference ntp.example.org", "also compare the clock's rate with an NTP server"),
                ("timerprobe watch --for 24h --publish", "leave changes with the hypervisor too, for timerprobe scan"),
                ("timerprobe watch --for 24h --submit https://timerprobe.example.org:8443 --submit-token-file token", "submit changes to a timerprobe-server"),
                ("timerprobe watch --for 24h --log watch.jsonl --metrics timerprobe.prom", "also write a log file, and gauges for a textfile collector"),
            ],
        };
        _options.AddTo(command);
        _keep.AddTo(command, _options.Anonymize);
        _service.AddTo(command);
        command.SetAction(RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancel)
    {
        var configuration = _keep.ReadConfiguration(parsed, cancel);
        _keep.AssertSense(parsed, configuration);
        _service.Check(parsed, _keep.Saves(parsed, configuration) || _keep.Submits(parsed, configuration));
        var settings = _options.Read(parsed, configuration);
        await using var saved = await _keep.OpenAsync(parsed, configuration, cancel);
        using var submission = _keep.OpenSubmission(parsed, configuration, cancel);
        using var notice = new ServiceNotice(Environment.GetEnvironmentVariable("NOTIFY_SOCKET"), service);
        using var outputs = new WatchOutputs(terminal, _options.ReadOutputs(parsed), notice);
        await new MachineWatch(settings, saved, submission, ThisProgram.Context(terminal, time)).RunAsync(outputs, outputs.Sampled, cancel);
        return (int)((saved.IsPartial || submission is { IsPartial: true }) && !cancel.IsCancellationRequested
            ? ExitCode.Partial
            : ExitCode.Done);
    }
}
