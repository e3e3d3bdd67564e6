using System.Globalization;
using TimerProbe.Application;
using TimerProbe.Core.Advice;
using TimerProbe.Core.Advice.Rules;

namespace TimerProbe.Cli.Configuration.Reading;

/// <summary>Reads which rules and findings are not to be heard of.</summary>
internal static class MuteSection
{
    private static readonly string[] Rules = [.. RuleCatalogue.Descriptions.Select(rule => rule.Id)];

    public static MuteList Read(SectionReader root) => new()
    {
        RulesOff = root.Section("rules") is { } rules ? Off(rules) : [],
        Mutes = [.. root.Sections("mutes").Select(Mute).OfType<Mute>()],
    };

    private static IReadOnlyList<string> Off(SectionReader section)
    {
        var off = section.Texts("off");
        foreach (var item in section.Items("off").Where(item => item.Text.Length > 0))
        {
            AssertKnown(section, item.Text, item.Place);
        }

        section.Finish();
        return [.. off.Distinct(StringComparer.Ordinal)];
    }

    private static Mute? Mute(SectionReader section)
    {
        var rule = section.RequiredText("rule");
        if (rule.Length > 0)
        {
            AssertKnown(section, rule, section.Member("rule")!.Value.Place);
        }

        var subject = section.Text("subject");
        var reason = section.RequiredText("reason");
        var expires = Expires(section);
        section.Finish();
        return expires is { } last ? new Mute(rule, subject, reason, last) : null;
    }

    private static DateOnly? Expires(SectionReader section)
    {
        var text = section.RequiredText("expires");
        if (text.Length == 0)
        {
            return null;
        }

        if (DateOnly.TryParseExact(text, "yyyy-MM-dd", CultureInfo.InvariantCulture, DateTimeStyles.None, out var date))
        {
            return date;
        }

        section.Complain(section.Member("expires")!.Value.Place, "expires takes the last day on which it mutes, as \"2027-01-31\"");
        return null;
    }

    private static void AssertKnown(SectionReader section, string rule, Json.JsonPlace place)
    {
        if (!Rules.Contains(rule, StringComparer.Ordinal))
        {
            var meant = NearestName.Of(rule, Rules) is { } near ? $"did you mean \"{near}\"?" : "timerprobe rules lists them";
            section.Complain(place, $"there is no such rule; {meant}");
        }
    }
}
