using System.Text.RegularExpressions;
using TimerProbe.Core.Advice;

namespace TimerProbe.Server.Views;

/// <summary>
/// A finding as a node keeps it. What it advises has blanks where the name, the id and the UUID of its subject stand, so that thousands of
/// findings of a rule share one text of each step.
/// </summary>
public sealed partial class SavedFinding
{
    /// <summary>
    /// Stands for the first of the subject's own texts, the next character for the second. Unicode leaves these noncharacters (U+FDD0 to
    /// U+FDEF) to programs, and no name has them.
    /// </summary>
    private const char FirstBlank = '\uFDD0';

    private readonly Finding _blanked;
    private readonly string? _uuid;

    private SavedFinding(Finding blanked, string? uuid) => (_blanked, _uuid) = (blanked, uuid);

    /// <summary>The rule's id.</summary>
    public string Rule => _blanked.Rule;

    /// <summary>How much it matters.</summary>
    public Severity Severity => _blanked.Severity;

    /// <summary>The machine, host or other thing it is about.</summary>
    public Subject Subject => _blanked.Subject;

    internal IReadOnlyList<Remedy> Advised => _blanked.Remedies;

    /// <summary>Keeps a finding.</summary>
    /// <param name="finding">The finding.</param>
    /// <param name="known">What it may share with others.</param>
    public static SavedFinding From(Finding finding, PartInterning known)
    {
        var uuid = finding.Remedies.SelectMany(remedy => remedy.Steps)
            .Select(step => Uuid().Match(step.Text))
            .FirstOrDefault(match => match.Success)?.Value;
        var own = Own(finding.Subject, uuid);
        var blanked = finding with
        {
            Rule = known.Intern(finding.Rule),
            Subject = finding.Subject with
            {
                Name = known.Intern(finding.Subject.Name),
                Id = known.Intern(finding.Subject.Id),
                Server = known.Intern(finding.Subject.Server)
            },
            Title = known.Intern(finding.Title),
            Impact = known.Intern(finding.Impact),
            LikelyCause = known.Intern(finding.LikelyCause),
            Evidence = known.Intern(
                finding.Evidence.Select(item =>
                    new Evidence(known.Intern(item.What), known.Intern(item.Value), known.Intern(item.Unit), known.Intern(item.Source)))),
            Remedies = Rewritten(
                finding.Remedies,
                text => known.Intern(own.Aggregate(text, (left, each) => left.Replace(each.Value, each.Blank, StringComparison.Ordinal))),
                known),
            References = known.Intern(finding.References),
        };
        return new SavedFinding(blanked, uuid);
    }

    /// <summary>The finding as it was.</summary>
    public Finding Whole()
    {
        var own = Own(Subject, _uuid);
        return _blanked with
        {
            Remedies = Rewritten(
                _blanked.Remedies,
                text => own.Aggregate(text, (left, each) => left.Replace(each.Blank, each.Value, StringComparison.Ordinal)),
                new PartInterning())
        };
    }

    private static List<(string Blank, string Value)> Own(Subject subject, string? uuid) =>
        [.. new[] { uuid, subject.Name, subject.Id }.Index()
            .Where(each => !string.IsNullOrEmpty(each.Item))
            .Select(each => (((char)(FirstBlank + each.Index)).ToString(), each.Item!))];

    private static IReadOnlyList<Remedy> Rewritten(IEnumerable<Remedy> remedies, Func<string, string> text, PartInterning known) =>
        known.Intern(remedies.Select(remedy => new Remedy(
            remedy.Rank,
            text(remedy.Action),
            known.Intern(remedy.Steps.Select(step => new RemedyStep(known.Intern(step.Tool), text(step.Text)))),
            known.Intern(remedy.Caveats.Select(text)),
            text(remedy.Verify))));

    [GeneratedRegex(
        "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}",
        RegexOptions.IgnoreCase | RegexOptions.CultureInvariant,
        matchTimeoutMilliseconds: 1000)]
    private static partial Regex Uuid();
}
