using System.Collections;
using System.Text.RegularExpressions;

namespace TimerProbe.Server.Views;

/// <summary>A finding's advice with blanks for its subject's name, id and UUID: thousands share one text, and it reads as it was.</summary>
internal sealed partial class SharedFinding : IReadOnlyList<Remedy>
{
    /// <summary>
    /// Stands for the first of the subject's own texts, the next character for the second. Unicode leaves these noncharacters
    /// (U+FDD0 to U+FDEF) to programs, and no name has them.
    /// </summary>
    private const char FirstBlank = '\uFDD0';

    private readonly Subject _subject;
    private readonly string? _uuid;

    private SharedFinding(IReadOnlyList<Remedy> blanked, Subject subject, string? uuid) =>
        (Blanked, _subject, _uuid) = (blanked, subject, uuid);

    public IReadOnlyList<Remedy> Blanked { get; }

    public int Count => Blanked.Count;

    public Remedy this[int index] => Filled(Blanked[index]);

    public static Finding From(Finding finding, PartInterning known)
    {
        var uuid = finding.Remedies.SelectMany(remedy => remedy.Steps)
            .Select(step => Uuid().Match(step.Text))
            .FirstOrDefault(match => match.Success)?.Value;
        var subject = finding.Subject with
        {
            Name = known.Intern(finding.Subject.Name),
            Id = known.Intern(finding.Subject.Id),
            Server = known.Intern(finding.Subject.Server),
        };
        var own = Own(subject, uuid);
        string Blank(string text) =>
            known.Intern(own.Aggregate(text, (left, each) => left.Replace(each.Value, each.Blank, StringComparison.Ordinal)));
        var blanked = known.Intern(finding.Remedies.Select(remedy => Rewritten(remedy, known, Blank)));
        return finding with
        {
            Rule = known.Intern(finding.Rule),
            Subject = subject,
            Title = known.Intern(finding.Title),
            Impact = known.Intern(finding.Impact),
            LikelyCause = known.Intern(finding.LikelyCause),
            Evidence = known.Intern(
                finding.Evidence.Select(item =>
                    new Evidence(known.Intern(item.What), known.Intern(item.Value), known.Intern(item.Unit), known.Intern(item.Source)))),
            Remedies = new SharedFinding(blanked, subject, uuid),
            References = known.Intern<Reference>(finding.References),
        };
    }

    public IEnumerator<Remedy> GetEnumerator() => Blanked.Select(Filled).GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    private Remedy Filled(Remedy blanked)
    {
        var own = Own(_subject, _uuid);
        return Rewritten(
            blanked,
            new PartInterning(),
            text => own.Aggregate(text, (left, each) => left.Replace(each.Blank, each.Value, StringComparison.Ordinal)));
    }

    private static List<(string Blank, string Value)> Own(Subject subject, string? uuid) =>
        [.. new[] { uuid, subject.Name, subject.Id }.Index()
            .Where(item => !string.IsNullOrEmpty(item.Item))
            .Select(item => (((char)(FirstBlank + item.Index)).ToString(), item.Item!))];

    private static Remedy Rewritten(Remedy remedy, PartInterning known, Func<string, string> text) => new(
        remedy.Rank,
        text(remedy.Action),
        known.Intern(remedy.Steps.Select(step => new RemedyStep(known.Intern(step.Tool), text(step.Text)))),
        known.Intern(remedy.Caveats.Select(text)),
        text(remedy.Verify));

    [GeneratedRegex(
        "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}",
        RegexOptions.IgnoreCase | RegexOptions.CultureInvariant,
        matchTimeoutMilliseconds: 60_000)]
    private static partial Regex Uuid();
}
