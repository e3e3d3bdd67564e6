using TimerProbe.Cli.Commands.Check;
using TimerProbe.Cli.Commands.Report;
using TimerProbe.Cli.Options;
using TimerProbe.Cli.Output;
using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Statistics;
using TimerProbe.Core.Verdicts;
using TimerProbe.Fleet.Store;
using TimerProbe.Guest.Measuring;
using TimerProbe.SqlServer;
using TimerProbe.SqlServer.Connecting;
using TimerProbe.SqlServer.Inspection;
using TimerProbe.SqlServer.Sessions;

namespace TimerProbe.Cli.Commands.Sql;

/// <summary>Runs the workloads on one instance, with this machine's clocks around them if it runs here, and makes one document of all.</summary>
internal sealed class SqlServerRun(SqlSettings settings, FleetStore? store, TimeProvider time, Terminal terminal)
{
    // The fastest of them counts; a few more, since some may be of another major version.
    private const int MostStored = 8;

    /// <summary>The document, and whether something asked for could not be run.</summary>
    /// <exception cref="SqlServerException">The server could not be used, or a workload asked for by name failed.</exception>
    /// <exception cref="CommandException">The run would be long and nobody consents, or earlier documents cannot be read.</exception>
    public async Task<(SqlDocument Document, bool Partial)> RunAsync(CancellationToken cancel)
    {
        var startedAt = time.GetUtcNow();
        var earlier = settings.Earlier is { } path ? await EarlierRuns.ReadAsync(path, terminal, cancel) : [];
        Warn();
        terminal.Progress($"connecting to {settings.Target}");
        await using var sessions = await ParallelSessions.OpenAsync(settings.Target, settings.Server, settings.Parallel, cancel);
        var session = sessions.First;
        var reading = await session.ReadAsync(cancel);
        var local = await RunsHereAsync(session.Identity, cancel);
        var plan = await new SqlRunPlanner(session, settings, terminal).PlanAsync(local, cancel);
        Consent(plan, cancel);

        var ticks = new List<TickSample?> { Sample(reading.System) };
        var check = local ? await CheckAsync(cancel) : null;
        var workloads = await new SqlWorkloads(sessions, settings, time, terminal).RunAsync(plan, cancel);
        var checkAfter = local ? await CheckAsync(cancel) : null;
        ticks.Add(workloads.ConnectionLost ? null : Sample(await session.ReadSystemAsync(cancel)));

        var server = ServerDescription.Of(reading, settings.Target, local, Rate(ticks), startedAt);
        var document = Judged(new SqlDocument
        {
            Id = Guid.CreateVersion7(startedAt),
            Tool = ThisProgram.Tool,
            StartedAt = startedAt,
            Server = server,
            Estimate = plan.Estimate,
            Workloads = workloads.Facts,
            StatementCostNs = workloads.StatementCost,
            ClockCallNs = workloads.ClockCall,
            Check = check,
            CheckAfter = checkAfter,
            ComparedWith = SqlEarlierRuns.Fastest(server, earlier.Concat(await StoredAsync(server.Name, cancel))),
            Verdict = new SqlVerdict(SqlState.Unclear, SqlCause.Unknown, Confidence: null, ""),
            Findings = [],
            Timing = new SqlTiming(0),
        });
        document = settings.Mutes.Apply(document, DateOnly.FromDateTime(startedAt.UtcDateTime));
        terminal.ComplainOfExpired(document.Muting);
        document = settings.Pseudonyms is { } pseudonyms ? Anonymizing.Apply(document, pseudonyms) : document;
        return (document with { Timing = new SqlTiming(ThisProgram.ElapsedMs(time)) }, workloads.Failed);
    }

    private async Task<IReadOnlyList<SqlDocument>> StoredAsync(string server, CancellationToken cancel) =>
        store is null ? [] : await StoreOption.GuardAsync(() => store.Runs.FastestSqlAsync(server, MostStored, cancel));

    private static SqlDocument Judged(SqlDocument document)
    {
        var measured = SqlMeasurement.Of(document);
        var verdict = SqlJudge.Judge(measured);
        return document with { Verdict = verdict, Findings = RuleCatalogue.Evaluate(new SqlFacts(measured, verdict)) };
    }

    private static TickSample? Sample(SystemFigures? system) =>
        system is { CpuTicks: { } cpu, MillisecondTicks: { } ms } ? new TickSample(cpu, ms) : null;

    private static TickRate Rate(List<TickSample?> ticks) => TickRate.Of([.. ticks.OfType<TickSample>()]);

    private void Warn()
    {
        if (settings.Server.Credential is not null && !settings.Target.IsLocal && ClientLibrary.IsAffected)
        {
            terminal.Complain(
                $"this build has SqlClient {ClientLibrary.Version}, with which somebody in the middle can read the password in spite of TLS (CVE-2024-0056): use a Windows account, or a build with a newer one");
        }

        if (settings.Server.TrustServerCertificate)
        {
            terminal.Complain($"the certificate of {settings.Target} is not verified: whoever sits in between reads the password");
        }
    }

    /// <summary>
    /// A name that means this machine may still lead elsewhere: through a tunnel, or into a container or another subsystem. Another name
    /// may lead here, as a failover cluster's does on the node that runs it: then its address is one of this machine's.
    /// </summary>
    private async Task<bool> RunsHereAsync(ServerIdentity identity, CancellationToken cancel)
    {
        var machine = LocalMachineReader.Read();
        var named = machine.IsNamedBy(identity);
        if (!settings.Target.IsLocal)
        {
            return named == true && machine.Owns(await LocalMachineReader.AddressesAsync(settings.Target, cancel));
        }

        if (named == false)
        {
            terminal.Complain(
                $"{settings.Target} says it runs on {LocalMachine.TheName(identity)}, which is not this machine's name: this machine's clock is left out");
        }

        return named != false;
    }

    private void Consent(SqlRunPlan plan, CancellationToken cancel)
    {
        if (!plan.IsLong)
        {
            return;
        }

        if (settings.Yes || !terminal.IsPerson)
        {
            terminal.Complain(settings.Yes ? plan.Sentence : throw new CommandException(ExitCode.Usage, $"{plan.Sentence}: agree with --yes, or keep it short with --quick"));
        }
        else if (!terminal.Confirm($"{plan.Sentence}. Go on?", cancel))
        {
            throw new CommandException(ExitCode.Cancelled, "nothing was run");
        }
    }

    private async Task<CheckDocument> CheckAsync(CancellationToken cancel)
    {
        terminal.Progress("measuring this machine's clocks");
        var measure = new CheckSettings { Budget = MeasuringPlan.DefaultBudget, RoundLength = TimeSpan.FromSeconds(1), UseStub = true };
        var document = await Task.Factory.StartNew(
            () => new GuestCheck(measure, time, terminal).Run(cancel), cancel, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        cancel.ThrowIfCancellationRequested();
        return document;
    }
}
