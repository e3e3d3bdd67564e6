using System.Diagnostics.CodeAnalysis;
using TimerProbe.Core.Advice;

namespace TimerProbe.Server.Views;

/// <summary>Keeps one of each text: a document names the same host, rule and reason thousands of times.</summary>
public sealed class SharedTexts
{
    private readonly HashSet<string> _texts = new(StringComparer.Ordinal);
    private readonly Dictionary<string, IReadOnlyList<string>> _lists = new(StringComparer.Ordinal);

    /// <summary>One of each text.</summary>
    [return: NotNullIfNotNull(nameof(text))]
    public string? One(string? text)
    {
        if (text is null)
        {
            return null;
        }

        if (_texts.TryGetValue(text, out var known))
        {
            return known;
        }

        _texts.Add(text);
        return text;
    }

    /// <summary>One of each short list of words that hold no line feed.</summary>
    public IReadOnlyList<string> One(IReadOnlyList<string> words)
    {
        var key = string.Join('\n', words);
        return _lists.TryGetValue(key, out var known) ? known : _lists[key] = [.. words.Select(word => One(word))];
    }

    /// <summary>A finding with the texts it shares.</summary>
    public Finding One(Finding finding) => finding with
    {
        Rule = One(finding.Rule),
        Subject = finding.Subject with { Server = One(finding.Subject.Server) },
        Title = One(finding.Title),
        Impact = One(finding.Impact),
        LikelyCause = One(finding.LikelyCause),
        Evidence = [.. finding.Evidence.Select(item => new Evidence(One(item.What), One(item.Value), One(item.Unit), One(item.Source)))],
        Remedies =
        [
            .. finding.Remedies.Select(remedy => new Remedy(
                remedy.Rank, One(remedy.Action), [.. remedy.Steps.Select(step => new RemedyStep(One(step.Tool), One(step.Text)))], [.. remedy.Caveats.Select(caveat => One(caveat))], One(remedy.Verify))),
        ],
        References = [.. finding.References.Select(reference => new Reference(One(reference.Title), One(reference.Locator)))],
    };
}
