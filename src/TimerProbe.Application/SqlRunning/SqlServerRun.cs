using System.Text.Json;

namespace TimerProbe.Application.SqlRunning;

/// <summary>
/// Runs the workloads on one instance, with this machine's clocks around them if it runs here, and makes one document of all.
/// </summary>
public sealed class SqlServerRun(SqlSettings settings, FleetStore? store, UseCaseContext context)
{
    // The fastest of them counts; a few more, since some may be of another major version.
    private const int MostStored = 8;

    /// <summary>Runs them.</summary>
    /// <exception cref="UseCaseException">
    /// The server could not be used, a workload asked for by name failed, the run would be
    /// long and nobody consents, or earlier documents cannot be read.
    /// </exception>
    public async Task<(SqlDocument Document, bool IsPartial)> RunAsync(CancellationToken cancel)
    {
        try
        {
            return await RunGuardedAsync(cancel);
        }
        catch (SqlServerException failed)
        {
            throw new UseCaseException(FailureOf(failed.Kind), failed.Message, failed);
        }
    }

    private async Task<(SqlDocument Document, bool IsPartial)> RunGuardedAsync(CancellationToken cancel)
    {
        var startedAt = context.Time.GetUtcNow();
        var earlier = settings.Earlier is { } path ? await ReadEarlierAsync(path, context.Dialog, cancel) : [];
        Warn();
        context.Dialog.Progress($"connecting to {settings.Target}");
        await using var session = await SqlServerSession.OpenAsync(settings.Target, settings.Server, cancel);
        var reading = await session.ReadAsync(cancel);
        var local = await RunsHereAsync(reading, cancel);
        var plan = await new SqlRunPlanner(session, settings, context.Dialog).PlanAsync(local, cancel);
        Consent(plan, cancel);

        var ticks = new List<(long CpuTicks, long MsTicks)?> { Sample(reading.System) };
        var check = local ? await CheckAsync(cancel) : null;
        var workloads = await new SqlWorkloads(session, settings, context).RunAsync(plan, cancel);
        var checkAfter = local ? await CheckAsync(cancel) : null;
        ticks.Add(workloads.ConnectionLost ? null : Sample(await session.ReadSystemAsync(cancel)));

        var server = ServerDescription.Create(reading, settings.Target, local, TickRate.From([.. ticks.OfType<(long, long)>()]), startedAt);
        if (settings.Earlier is not null && SqlDocument.FastestEarlier(server, earlier) is null)
        {
            context.Dialog.Complain(
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
            ComparedWith = SqlDocument.FastestEarlier(server, earlier.Concat(await StoredAsync(server.Name, cancel))),
            Verdict = new SqlVerdict(SqlState.Unclear, SqlCause.Unknown, Confidence: null, ""),
            Findings = [],
            Timing = new SqlTiming(0),
        });
        document = settings.Mutes.Apply(document, DateOnly.FromDateTime(startedAt.UtcDateTime));
        context.ComplainOfExpired(document.Muting);
        document = settings.Pseudonyms is { } pseudonyms ? AnonymousDocuments.Anonymize(document, pseudonyms) : document;
        return (document with { Timing = new SqlTiming(context.ElapsedMs()) }, workloads.Failed);
    }

    private static Failure FailureOf(SqlServerErrorKind kind) => kind switch
    {
        SqlServerErrorKind.Configuration => Failure.Usage,
        SqlServerErrorKind.NotPossibleHere or SqlServerErrorKind.NoPermission or SqlServerErrorKind.ReadOnlyDatabase => Failure.NotPossible,
        _ => Failure.NoTarget,
    };

    private async Task<IReadOnlyList<SqlDocument>> StoredAsync(string server, CancellationToken cancel) =>
        store is null ? [] : await StoreAccessor.GuardAsync(() => store.Runs.FastestSqlAsync(server, MostStored, cancel));

    private static SqlDocument Judged(SqlDocument document)
    {
        var measured = document.Measurement();
        var verdict = SqlJudge.Judge(measured);
        return document with { Verdict = verdict, Findings = RuleCatalogue.Evaluate(new SqlFacts(measured, verdict)) };
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

    private async Task<bool> RunsHereAsync(ServerReading reading, CancellationToken cancel)
    {
        var identity = reading.Identity;
        var machine = LocalMachine.Read();
        var named = machine.IsNamedBy(identity);
        if (!settings.Target.IsLocal)
        {
            return named == true
                && machine.Owns(await settings.Target.ResolveAsync(cancel))
                && IsOnThisClock(reading);
        }

        if (named == false)
        {
            context.Dialog.Complain(
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

        context.Dialog.Complain(
            $"{settings.Target} was reached by an address of this machine, but does not run on it: {why}. This machine's clock is not measured");
        return false;
    }

    private void Consent(SqlRunPlan plan, CancellationToken cancel)
    {
        if (!plan.IsLong)
        {
            return;
        }

        if (settings.Yes)
        {
            context.Dialog.Complain(plan.Sentence);
        }
        else if (!context.Dialog.CanAnswer)
        {
            throw new UseCaseException(Failure.Usage, $"{plan.Sentence}: confirm with --yes, or keep it short with --quick");
        }
        else if (!context.Dialog.Confirm($"{plan.Sentence}. Continue?", cancel))
        {
            throw new UseCaseException(Failure.Cancelled, "nothing was run");
        }
    }

    private async Task<CheckDocument> CheckAsync(CancellationToken cancel)
    {
        context.Dialog.Progress("measuring this machine's clocks");
        var measure = new CheckSettings { Budget = MeasuringPlan.DefaultBudget, UseStub = true };
        var document = await new GuestCheck(measure, context).RunAsync(cancel);
        cancel.ThrowIfCancellationRequested();
        return document;
    }

    /// <summary>The documents of a file, or of the JSON files in a folder; a file that is not one is reported and skipped.</summary>
    /// <exception cref="UseCaseException">Nothing can be read there.</exception>
    private static async Task<IReadOnlyList<SqlDocument>> ReadEarlierAsync(string path, IDialog dialog, CancellationToken cancel)
    {
        try
        {
            return Directory.Exists(path)
                ? await ReadFolderAsync(path, dialog, cancel)
                : [(await ReadOneAsync(path, FileLimits.OneOfMany, cancel)).Document];
        }
        catch (JsonException broken)
        {
            throw new UseCaseException(Failure.Usage, $"'{path}' is not a SQL Server document: {broken.Message}", broken);
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new UseCaseException(Failure.Usage, $"the earlier documents cannot be read: '{path}': {unreadable.Message}", unreadable);
        }
    }

    private static async Task<IReadOnlyList<SqlDocument>> ReadFolderAsync(string folder, IDialog dialog, CancellationToken cancel)
    {
        var documents = new List<SqlDocument>();
        var left = FileLimits.Folder;
        foreach (var file in Directory.GetFiles(folder, "*.json").Order(StringComparer.Ordinal).Take(FileLimits.FolderFiles))
        {
            try
            {
                var (document, length) = await ReadOneAsync(file, (int)Math.Min(FileLimits.OneOfMany, left), cancel);
                left -= length;
                documents.Add(document);
            }
            catch (OtherKindException)
            {
                // A folder may hold documents of other commands.
            }
            catch (JsonException broken)
            {
                dialog.Complain($"{Path.GetFileName(file)} is not a document: {broken.Message}");
            }
            catch (FileRefusedException unreadable)
            {
                dialog.Complain($"{Path.GetFileName(file)} cannot be read: {unreadable.Message}");
            }
        }

        return documents;
    }

    private static async Task<(SqlDocument Document, int Length)> ReadOneAsync(string file, int most, CancellationToken cancel)
    {
        var json = ExternalText.ToUtf8(await ExternalFile.ReadAsync(file, most, cancel));
        return (DocumentJson.Read<SqlDocument>(json.Span), json.Length);
    }
}
