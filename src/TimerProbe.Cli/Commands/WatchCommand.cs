using System.CommandLine;
using TimerProbe.Application.Watching;
using TimerProbe.Cli.Commands.Help;
using TimerProbe.Cli.Options;
using TimerProbe.Cli.Output;
using TimerProbe.Cli.Output.Watch;
using TimerProbe.Guest.Services;

namespace TimerProbe.Cli.Commands;

internal sealed class WatchCommand(Command command, Terminal terminal, TimeProvider time, WindowsService? service)
{
    /// <summary>It measures no sample while it waits, and what it found is saved with the next change.</summary>
    private static readonly TimeSpan BusyTimeout = TimeSpan.FromSeconds(2);

    private readonly WatchOptions _options = new(command, terminal);
    private readonly RunOptions _run = new(command, reads: false, terminal, time);
    private readonly ServiceOption _service = new(command, service);

    public static Command Create(Terminal terminal, TimeProvider time, WindowsService? service) => new ExampleCommand(
        "watch", "Keep measuring; report every change with its time.", Headings.Here)
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
    }.Doing(command => new WatchCommand(command, terminal, time, service).RunAsync);

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancel)
    {
        var run = _run.Read(parsed, cancel);
        _service.Check(parsed, run.Saves || run.Submit is not null);
        var settings = _options.Read(parsed, run.Configuration);
        await using var saved = await run.OpenStoreAsync(cancel, BusyTimeout);
        using var submission = run.OpenSubmission(cancel);
        using var notice = new ServiceNotice(terminal.Variables["NOTIFY_SOCKET"], service);
        using var outputs = new WatchOutputs(terminal, _options.ReadOutputs(parsed), notice);
        await new MachineWatch(settings, saved, submission, run.Context).RunAsync(outputs, outputs.Sampled, cancel);
        return (int)((saved.IsPartial || submission is { IsPartial: true }) && !cancel.IsCancellationRequested
            ? ExitCode.Partial
            : ExitCode.Done);
    }
}
