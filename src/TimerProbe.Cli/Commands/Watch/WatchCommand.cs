using System.CommandLine;
using TimerProbe.Cli.Alerting;
using TimerProbe.Cli.Options;
using TimerProbe.Cli.Output;
using TimerProbe.Cli.Output.Watch;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Verdicts;
using TimerProbe.Core.Watching;
using TimerProbe.Fleet.Store;
using TimerProbe.Guest.Clocks;
using TimerProbe.Guest.Inspection;
using TimerProbe.Guest.Services;
using TimerProbe.Guest.Watching;

namespace TimerProbe.Cli.Commands.Watch;

/// <summary><c>timerprobe watch</c>.</summary>
internal sealed class WatchCommand(Terminal terminal, TimeProvider time, WindowsService? service)
{
    private readonly WatchOptions _options = new();
    private readonly KeepOptions _keep = new(reads: false, time, terminal);
    private readonly ServiceOption _service = new(service);

    public Command Create()
    {
        var command = new ExampleCommand("watch", "Keep measuring; report every change with its time.")
        {
            Examples =
            [
                ("timerprobe watch --for 8h", "a sample every 10 seconds and a line for each change; without --for until Ctrl+C or SIGTERM"),
                ("timerprobe watch --every 1s --for 1m --samples --output json", "a line of JSON for each sample too"),
                ("timerprobe watch --for 24h --save", "changes are kept in the store, for timerprobe history"),
                ("timerprobe watch --for 24h --config timerprobe.json", "kept in the store of a configuration, and its receivers told when the clock turns slow"),
                ("timerprobe watch --for 24h --reference ntp.example.org", "and whether the clock runs at the right rate, against an NTP server"),
                ("timerprobe watch --for 24h --log watch.jsonl --metrics timerprobe.prom", "a file of lines besides, and gauges for a textfile collector"),
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
        _service.Check(parsed, _keep.Saves(parsed, configuration));
        var settings = _options.Read(parsed, configuration);
        await using var kept = await _keep.OpenAsync(parsed, configuration, cancel);
        await using var alerts = kept is { Target: { } store, Alerts: { } receivers } ? new WatchAlerts(store, receivers, terminal, time) : null;
        return await Task.Factory.StartNew(() => Run(settings, kept.Target, alerts, cancel), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
    }

    private int Run(WatchSettings settings, FleetStore? store, WatchAlerts? alerts, CancellationToken cancel)
    {
        if (!OperatingSystem.IsWindows() && !OperatingSystem.IsLinux())
        {
            throw new CommandException(ExitCode.NotPossible, "only Windows and Linux clocks can be measured");
        }

        using var outputs = new WatchOutputs(terminal, settings);
        using var notice = new ServiceNotice(Environment.GetEnvironmentVariable("NOTIFY_SOCKET"), service);
        using var clocks = ClockSet.Open(settings.UseStub);
        if (clocks.All.First(clock => clock.Source == ClockSource.PreciseTime) is { Calls: null } missing)
        {
            throw new CommandException(ExitCode.NotPossible, $"precise time cannot be measured: {missing.Why}");
        }

        var machine = MachineInspector.ReadQuick();
        if (store is not null)
        {
            outputs.Add(new StoreLog(store, machine, alerts, terminal));
        }

        Watch(settings, machine, clocks, outputs, notice, cancel);
        return (int)ExitCode.Done;
    }

    private void Watch(WatchSettings settings, MachineFacts machine, ClockSet clocks, WatchOutputs outputs, ServiceNotice notice, CancellationToken cancel)
    {
        var reference = settings.Reference is { } server ? ReferenceMeter.Open(server, clocks.All, time, terminal.Complain) : null;
        var source = new MachineSource(clocks.All, time, reference);
        var heap = new SmallHeap();
        var start = new WatchStart
        {
            Run = Guid.CreateVersion7(time.GetUtcNow()),
            Tool = ThisProgram.Tool,
            Machine = settings.Pseudonyms?.Apply(machine) ?? machine,
            Moment = source.Now(),
            CpuTime = source.CpuTime(),
            Every = settings.Every,
            SummaryEvery = settings.SummaryEvery,
            Samples = settings.Samples,
        };
        new WatchLoop(source, HostReader.Open(source.Now), outputs, time).Run(start, ClockPath.Of(machine), settings.For, Sampled, cancel);
        notice.Stopping();

        void Sampled(WatchState state)
        {
            outputs.Replace(state);
            notice.Alive();
            heap.Tidy();
        }
    }
}
