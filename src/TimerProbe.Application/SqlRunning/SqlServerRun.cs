namespace TimerProbe.Application.SqlRunning;

/// <summary>
/// Runs the workloads on one instance, with this machine's clocks around them if it runs here, and makes one document of all.
/// </summary>
public sealed class SqlServerRun(SqlSettings settings, FleetStore? store, UseCaseContext context)
{
    // The fastest of them counts; a few more, since some may be of another major version.
    private const int MaxStored = 8;

    /// <summary>Runs them.</summary>
    /// <exception cref="UseCaseException">
    /// The server could not be used, a workload asked for by name failed, the run would be
    /// long and nobody consents, or earlier documents cannot be read.
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
        var earlier = settings.Earlier is { } path ? await ReadEarlierAsync(path, context.Dialog, cancellationToken) : [];
        Warn();
        context.Dialog.Progress($"connecting to {settings.Target}");
        await using var session = await SqlServerSession.OpenAsync(settings.Target, settings.Server, cancellationToken);
        var reading = await session.ReadAsync(cancellationToken);
        var local = await RunsHereAsync(reading, cancellationToken);
        var plan = await new SqlRunPlanner(session, settings, context.Dialog).PlanAsync(local, cancellationToken);
        Consent(plan, cancellationToken);

        var ticks = new List<(long CpuTicks, long MsTicks)?> { Sample(reading.System) };
        var check = local ? await CheckAsync(cancellationToken) : null;
        var workloads = await new SqlWorkloads(session, settings, context).RunAsync(plan, cancellationToken);
        var checkAfter = local ? await CheckAsync(cancellationToken) : null;
        ticks.Add(workloads.ConnectionLost ? null : Sample(await session.ReadSystemAsync(cancellationToken)));

        var server = ServerDescription.Create(reading, settings.Target, local, TickRate.From([.. ticks.OfType<(long, long)>()]), startedAt,
            [.. workloads.Facts.Select(workload => workload.Name)]);
        if (settings.Earlier is not null && SqlDocument.FastestEarlier(server, earlier) is null)
        {
            context.Dialog.ReportProblem(
                $"no document of --earlier is a run of primality on {server.Name} and its major version: nothing there is compared");
        }

        var document = Judged(new SqlDocument
        {
            Id = Guid.CreateVersion7(startedAt),
            Tool = context.Tool,
            StartedAt = startedAt,
            Server = server,
            Estimate = plan.Estimate,
            Workloads = workloads.Facts,
            StatementCostNs = workloads.StatementCost,
            ClockCallNs = workloads.ClockCall,
            Check = check,
            CheckAfter = checkAfter,
            ComparedWith = SqlDocument.FastestEarlier(server, earlier.Concat(await StoredAsync(server.Name, cancellationToken))),
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

    private void Consent(SqlRunPlan plan, CancellationToken cancellationToken)
    {
        if (!plan.IsLong)
        {
            return;
        }

        if (settings.Yes)
        {
            context.Dialog.ReportProblem(plan.Sentence);
        }
        else if (!context.Dialog.CanAnswer)
        {
            throw new UseCaseException(ExitCode.Usage, $"{plan.Sentence}: confirm with --yes, or keep it short with --quick");
        }
        else if (!context.Dialog.Confirm($"{plan.Sentence}. Continue?", cancellationToken))
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

    /// <summary>The documents of a file, or of the JSON files in a folder; a file that is not one is reported and skipped.</summary>
    /// <exception cref="UseCaseException">Nothing can be read there.</exception>
    private static async Task<IReadOnlyList<SqlDocument>> ReadEarlierAsync(string path, IDialog dialog, CancellationToken cancellationToken)
    {
        try
        {
            return Directory.Exists(path)
                ? await ReadFolderAsync(path, dialog, cancellationToken)
                : [(await ReadOneAsync(path, FileLimits.OneOfMany, cancellationToken)).Document];
        }
        catch (JsonException ex)
        {
            throw new UseCaseException(ExitCode.Usage, $"'{path}' is not a SQL Server document: {ex.Message}", ex);
        }
        catch (Exception ex) when (ex is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new UseCaseException(ExitCode.Usage, $"the earlier documents cannot be read: '{path}': {ex.Message}", ex);
        }
    }

    private static async Task<IReadOnlyList<SqlDocument>> ReadFolderAsync(
        string folder, IDialog dialog, CancellationToken cancellationToken)
    {
        var documents = new List<SqlDocument>();
        var left = FileLimits.Folder;
        foreach (var file in Directory.GetFiles(folder, "*.json").Order(StringComparer.Ordinal).Take(FileLimits.FolderFiles))
        {
            try
            {
                var (document, length) = await ReadOneAsync(file, (int)Math.Min(FileLimits.OneOfMany, left), cancellationToken);
                left -= length;
                documents.Add(document);
            }
            catch (OtherKindException)
            {
                // A folder may hold documents of other commands.
            }
            catch (JsonException ex)
            {
                dialog.ReportProblem($"{Path.GetFileName(file)} is not a document: {ex.Message}");
            }
            catch (FileRefusedException ex)
            {
                dialog.ReportProblem($"{Path.GetFileName(file)} cannot be read: {ex.Message}");
            }
        }

        return documents;
    }

    private static async Task<(SqlDocument Document, int Length)> ReadOneAsync(string file, int most, CancellationToken cancellationToken)
    {
        var json = ExternalText.ToUtf8(await ExternalFile.ReadAsync(file, most, cancellationToken));
        return (DocumentJson.Read<SqlDocument>(json.Span), json.Length);
    }
}
