using System.Globalization;
using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Units;

namespace TimerProbe.Reporting.History;

/// <summary>Changes as lines for people.</summary>
internal static class ChangeText
{
    public static HistoryEntry Row(HistoryChange change, HistorySubject subject)
    {
        var name = subject.Kind is SubjectKind.VirtualMachine or SubjectKind.Guest || (change.Subject == "host" && change.Id == subject.Id) ? null : change.Name;
        string?[] parts = [name, Detail(change)];
        return new HistoryEntry(change.At, change.IsExact ? "at" : "by", What(change.Kind), string.Join(": ", parts.Where(part => part is { Length: > 0 })));
    }

    private static string What(string kind) => kind switch
    {
        "cameHome" => "came home",
        "wentAway" => "went away",
        "foundAway" => "is away",
        "settingChanged" => "setting",
        "hostFrequencyChanged" => "host frequency",
        "hostAdded" => "host new",
        "hostGone" => "host gone",
        "verdictChanged" => "verdict",
        "machineAdded" => "machine new",
        "machineGone" => "machine gone",
        "poweredOn" => "powered on",
        "poweredOff" => "powered off",
        "powerCycled" => "power-cycled",
        "sessionChanged" => "session",
        _ => kind,
    };

    private static string Detail(HistoryChange change) => change.Kind switch
    {
        "settingChanged" => $"{change.What} {Values(change.Earlier ?? "not set", change.Later ?? "not set")}",
        "hostFrequencyChanged" => Values(Hertz(change.Earlier), Hertz(change.Later)),
        "verdictChanged" => Values(change.Earlier, change.Later) + (change.What is { } cause and not "none" ? $" ({cause})" : ""),
        "sessionChanged" => "moved, resumed or reverted",
        "foundAway" => "its home was unknown before",
        "poweredOn" or "poweredOff" or "suspended" or "resumed" or "powerCycled" => "",
        _ => Values(change.Earlier, change.Later),
    };

    private static string Values(string? earlier, string? later) => (earlier, later) switch
    {
        (null, null) => "",
        (null, { } now) => $"now {now}",
        ({ } then, null) => $"was {then}",
        _ => $"from {earlier} to {later}",
    };

    private static string? Hertz(string? text) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var hertz) && Frequency.OfClock(hertz) is { } reported ? reported.ToString() : text;
}
