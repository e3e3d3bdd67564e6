namespace TimerProbe.Application.SqlRunning;

/// <summary>Runs the workloads on one instance, with this machine's clocks around them if it runs here, into one document.</summary>
public sealed class SqlServerRun(SqlSettings settings, FleetStore? store, UseCaseContext context)
{
    // The fastest of them counts; a few more, since some may be of another major version.
    private const int MaxStored = 8;
    private const double LongSeconds = 10;

    /// <summary>Runs them.</summary>
    /// <exception cref="UseCaseException">
    /// The server could not be used, a workload asked for by name failed, or the run would be long and nobody consents.
    /// </exception>
    public async Task<(SqlDocument Document, bool IsPartial)> RunAsync(CancellationToken cancellationToken)
    {
        try
        {
            return await RunGuardedAsync(cancellationToken);
        }
        catch (SqlServerException ex)
        {
            throw new UseCaseException(GetExitCode(ex.Kind), ex.Message, ex);
        }
    }

    private async Task<(SqlDocument Document, bool IsPartial)> RunGuardedAsync(CancellationToken cancellationToken)
    {
        var startedAt = context.Time.GetUtcNow();
        Warn();
        context.Dialog.Progress($"connecting to {settings.Target}");
        await using var session = await SqlServerSession.OpenAsync(settings.Target, settings.Server, cancellationToken);
        var reading = await session.ReadAsync(cancellationToken);
        var local = await RunsHereAsync(reading, cancellationToken);
        var steps = await new SqlRunPlanner(session, settings, context.Dialog).PlanAsync(local, cancellationToken);
        var estimate = new SqlEstimate(Math.Round(steps.Sum(step => step.Seconds), 1));
        Consent(estimate, cancellationToken);

        var ticks = new List<(long CpuTicks, long MsTicks)?> { Sample(reading.System) };
        var check = local ? await CheckAsync(cancellationToken) : null;
        var workloads = await new SqlWorkloads(session, settings, context).RunAsync(steps, cancellationToken);
        var checkAfter = local ? await CheckAsync(cancellationToken) : null;
        ticks.Add(workloads.ConnectionLost ? null : Sample(await session.ReadSystemAsync(cancellationToken)));

        var server = reading.ToFacts(settings.Target, local, TickRate.From([.. ticks.OfType<(long, long)>()]), startedAt,
            [.. workloads.Facts.Select(workload => workload.Name)]);
        var document = Judged(new SqlDocument
        {
            Id = Guid.CreateVersion7(startedAt),
            Tool = context.Tool,
            StartedAt = startedAt,
            Server = server,
            Estimate = estimate,
            Workloads = workloads.Facts,
            StatementCostNs = workloads.StatementCost,
            ClockCallNs = workloads.ClockCall,
            Check = check,
            CheckAfter = checkAfter,
            ComparedWith = SqlDocument.FastestEarlier(server, await StoredAsync(server.Name, cancellationToken)),
            Verdict = new SqlVerdict(SqlState.Unclear, SqlCause.Unknown, Confidence: null, ""),
            Findings = [],
            Timing = new SqlTiming(0),
        });
        document = settings.Mutes.Apply(document, DateOnly.FromDateTime(startedAt.UtcDateTime));
        context.WarnExpiredMutes(document.Muting);
        document = settings.Pseudonyms is { } pseudonyms ? AnonymousDocuments.Anonymize(document, pseudonyms) : document;
        return (document with { Timing = new SqlTiming(context.ElapsedMs()) }, workloads.Failed);
    }

    private static ExitCode GetExitCode(SqlServerErrorKind kind) => kind switch
    {
        SqlServerErrorKind.Configuration => ExitCode.Usage,
        SqlServerErrorKind.NotPossibleHere or SqlServerErrorKind.NoPermission or SqlServerErrorKind.ReadOnlyDatabase =>
            ExitCode.NotPossible,
        _ => ExitCode.NoTarget,
    };

    private async Task<IReadOnlyList<SqlDocument>> StoredAsync(string server, CancellationToken cancellationToken) =>
        store is null ? [] : await StoreAccessor.GuardAsync(() => store.Runs.FastestSqlAsync(server, MaxStored, cancellationToken));

    private static SqlDocument Judged(SqlDocument document)
    {
        var judged = document with { Verdict = SqlJudge.Judge(document.Measurement()) };
        return judged with { Findings = RuleCatalogue.Evaluate(judged.Facts()) };
    }

    private static (long CpuTicks, long MsTicks)? Sample(SystemFigures? system) =>
        system is { CpuTicks: { } cpu, MillisecondTicks: { } ms } ? (cpu, ms) : null;

    private void Warn()
    {
        if (settings.Server.TrustServerCertificate)
        {
            context.Dialog.Warn($"the certificate of {settings.Target} is not verified: anyone in between can read the password");
        }
    }

    private async Task<bool> RunsHereAsync(ServerReading reading, CancellationToken cancellationToken)
    {
        var identity = reading.Identity;
        var machine = LocalMachine.Read();
        var named = machine.IsNamedBy(identity);
        if (!settings.Target.IsLocal)
        {
            return named == true
                && machine.Owns(await settings.Target.ResolveAsync(cancellationToken))
                && IsOnThisClock(reading);
        }

        if (named == false)
        {
            context.Dialog.ReportProblem(
                $"{settings.Target} says it runs on {LocalMachine.TheName(identity)}, which is not this machine's name: this machine's clock is not measured");
        }

        return named != false && IsOnThisClock(reading);
    }

    private bool IsOnThisClock(ServerReading reading)
    {
        if (LocalMachine.RunsElsewhere(reading, Environment.TickCount64, OperatingSystem.IsWindows()) is not { } why)
        {
            return true;
        }

        context.Dialog.ReportProblem(
            $"{settings.Target} was reached by an address of this machine, but does not run on it: {why}. This machine's clock is not measured");
        return false;
    }

    private void Consent(SqlEstimate estimate, CancellationToken cancellationToken)
    {
        if (estimate.Seconds <= LongSeconds)
        {
            return;
        }

        var sentence = $"the runs will take about {estimate.Seconds:0} s and hold one processor of the server all that time";
        if (settings.Yes)
        {
            context.Dialog.ReportProblem(sentence);
        }
        else if (!context.Dialog.CanAnswer)
        {
            throw new UseCaseException(ExitCode.Usage, $"{sentence}: confirm with --yes, or keep it short with --quick");
        }
        else if (!context.Dialog.Confirm($"{sentence}. Continue?", cancellationToken))
        {
            throw new UseCaseException(ExitCode.Cancelled, "nothing was run");
        }
    }

    private async Task<CheckDocument> CheckAsync(CancellationToken cancellationToken)
    {
        context.Dialog.Progress("measuring this machine's clocks");
        var measure = new CheckSettings { Budget = MeasuringPlan.DefaultBudget, UseStub = true };
        var document = await new GuestCheck(measure, context).RunAsync(cancellationToken);
        cancellationToken.ThrowIfCancellationRequested();
        return document;
    }
}
