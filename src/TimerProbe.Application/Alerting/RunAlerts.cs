namespace TimerProbe.Application.Alerting;

/// <summary>What a run that is saved does about alerts. It never changes the exit code.</summary>
public sealed class RunAlerts
{
    private static readonly string[] RulesOfMoves = ["TP201"];

    private readonly AlertSettings _settings;
    private readonly IReadOnlyList<string> _secretVariables;
    private readonly UseCaseContext _context;

    private RunAlerts(
        AlertSettings settings, MuteList mutes, Uri? publicAddress, IReadOnlyList<string> secretVariables, UseCaseContext context)
    {
        (_settings, _secretVariables, _context) = (settings, secretVariables, context);
        Options = new SaveOptions { Alerts = MakeAlerts(settings, mutes, publicAddress, context.Time) };
    }

    public SaveOptions Options { get; }

    /// <summary>The alerts of a configuration; null without any, and for a run that is not saved, with a message.</summary>
    /// <param name="settings">Who is alerted; null for nobody.</param>
    /// <param name="publicAddress">Where people reach the server, for links to it; null where that is not configured.</param>
    public static RunAlerts? Create(
        AlertSettings? settings,
        MuteList mutes,
        Uri? publicAddress,
        IReadOnlyList<string> secretVariables,
        bool saves,
        UseCaseContext context)
    {
        if (settings is null)
        {
            return null;
        }

        if (!saves)
        {
            context.Dialog.ReportProblem("alerts come from saved runs: without --save, none are created or sent");
            return null;
        }

        return new RunAlerts(settings, mutes, publicAddress, secretVariables, context);
    }

    public async Task<DeliveryReport> DeliverAsync(FleetStore store, CancellationToken cancellationToken)
    {
        var report = await TryDeliverAsync(store, cancellationToken);
        if (report.Delivered > 0)
        {
            _context.Dialog.Done($"alerts delivered: {report.Delivered:N0}");
        }

        foreach (var warning in report.Warnings)
        {
            _context.Dialog.ReportProblem(warning);
        }

        return report;
    }

    /// <summary>
    /// Sends what is due, of earlier runs first, within about a minute, also by the channels besides for what is no alert; a store
    /// that refuses is among the warnings.
    /// </summary>
    public async Task<DeliveryReport> TryDeliverAsync(
        FleetStore store, CancellationToken cancellationToken, params IReadOnlyList<IAlertChannel> besides)
    {
        var channels = AlertChannels.Create(_settings, _secretVariables, _context.Time);
        try
        {
            return await new AlertDelivery(store, [.. channels, .. besides], _context.Time).RunAsync(cancellationToken);
        }
        catch (StoreException ex)
        {
            return new DeliveryReport
            {
                NextAttemptIn = TimeSpan.FromMinutes(1),
                Warnings = [$"alerts are postponed: {ex.Message}"]
            };
        }
        finally
        {
            AlertChannels.Close(channels);
        }
    }

    internal static Func<SavedRun, IReadOnlyList<NewAlert>> MakeAlerts(
        AlertSettings settings, MuteList mutes, Uri? publicAddress, TimeProvider time)
    {
        var channels = AlertChannels.Create(settings, [], time);
        try
        {
            var today = DateOnly.FromDateTime(time.GetUtcNow().UtcDateTime);
            var rules = new AlertRules
            {
                Channels = channels.Count == 0 ? [StoredAlert.Nobody] : [.. channels.Select(channel => channel.Name).Distinct()],
                NotAnsweredAfter = settings.NotAnsweredAfter,
                PublicAddress = publicAddress,
                IsMuted = change => IsMuted(change, mutes, today),
            };
            return run => AlertMaking.Create(run, rules);
        }
        finally
        {
            AlertChannels.Close(channels);
        }
    }

    private static bool IsMuted(FleetChange change, MuteList mutes, DateOnly today) => GetRules(change).Any(rule =>
        mutes.RulesOff.Contains(rule)
            || mutes.Mutes.Any(mute =>
                mute.Rule == rule && !mute.HasExpired(today) && (mute.Subject is null || new Glob(mute.Subject).IsMatch(change.Name))));

    private static IEnumerable<string> GetRules(FleetChange change)
    {
        var rules = change.Subject == SubjectKind.SqlServer ? RuleCatalogue.BySqlCause : RuleCatalogue.ByClockCause;
        return change.Kind is ChangeKind.WatchSilent or ChangeKind.WatchResumed ? []
            : change.Kind is not ChangeKind.VerdictChanged ? RulesOfMoves
            : change.What is not { } cause || cause == ClockCause.None.ToDocumentName() ? rules.Values
            : rules.TryGetValue(cause, out var rule) ? [rule]
            : [];
    }
}
