using TimerProbe.Core.Advice;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using TimerProbe.Core.Names;
using TimerProbe.Core.Verdicts;
using TimerProbe.Fleet.Changes;

namespace TimerProbe.Application.Alerting;

/// <summary>Which changes are not to be heard of: those of which a finding would be muted.</summary>
internal static class AlertMutes
{
    private static readonly string[] Away = ["TP201"];

    private static readonly Dictionary<string, string> RuleOfSqlCause = new(StringComparer.Ordinal)
    {
        [SqlCause.Clock.ToDocumentName()] = "TP301",
        [SqlCause.Cpu.ToDocumentName()] = "TP302",
        [SqlCause.Storage.ToDocumentName()] = "TP303",
    };

    private static readonly Dictionary<string, string> RuleOfCause = new(StringComparer.Ordinal)
    {
        [ClockCause.TscTrapped.ToDocumentName()] = "TP101",
        [ClockCause.PlatformTimer.ToDocumentName()] = "TP102",
        [ClockCause.HypervisorPage.ToDocumentName()] = "TP103",
        [ClockCause.CpuStarved.ToDocumentName()] = "TP104",
        [ClockCause.Unknown.ToDocumentName()] = "TP113",
    };

    /// <param name="change">The change.</param>
    /// <param name="mutes">What the configuration keeps quiet.</param>
    /// <param name="today">The day, in UTC.</param>
    public static bool IsMuted(FleetChange change, MuteList mutes, DateOnly today) => RulesOf(change).Any(rule =>
        mutes.RulesOff.Contains(rule, StringComparer.Ordinal)
            || mutes.Mutes.Any(mute => mute.Rule == rule && !mute.HasExpired(today) && (mute.Subject is null || new Glob(mute.Subject).IsMatch(change.Name))));

    /// <summary>Of what is no longer slow the cause is not known any more: one whose turning slow was kept quiet stays so.</summary>
    private static IEnumerable<string> RulesOf(FleetChange change)
    {
        var rules = change.Subject == ChangeSubject.SqlServer ? RuleOfSqlCause : RuleOfCause;
        return change.Kind is not ChangeKind.VerdictChanged ? Away
            : change.What is { } cause && rules.TryGetValue(cause, out var rule) ? [rule]
            : rules.Values;
    }
}
