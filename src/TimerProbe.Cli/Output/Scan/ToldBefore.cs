using TimerProbe.Core.Advice;

namespace TimerProbe.Cli.Output.Scan;

/// <summary>Remembers what the page has told, so that it is not told again.</summary>
/// <param name="away">The machines in the table of those away from home, by their server and id.</param>
internal sealed class ToldBefore(IReadOnlySet<(string? Server, string? Id)> away)
{
    private readonly Dictionary<string, string> _rules = new(StringComparer.Ordinal);
    private readonly HashSet<string> _caveats = new(StringComparer.Ordinal);

    /// <summary>Whether the findings are about machines of that table and no others.</summary>
    public bool AreInTable(IReadOnlyList<Finding> findings) =>
        findings.All(finding => finding.Subject.Kind == SubjectKind.VirtualMachine && away.Contains((finding.Subject.Server, finding.Subject.Id)));

    /// <summary>The caveats that were not told yet; they are now.</summary>
    public IReadOnlyList<string> New(IEnumerable<string> caveats) => [.. caveats.Where(_caveats.Add)];

    /// <summary>The rule where the remedy was told; null, and remembered, when this is the first.</summary>
    public string? Where(SharedRemedy remedy, string rule)
    {
        var content = string.Join('\0', [remedy.Action, .. remedy.Steps.SelectMany(step => new[] { step.Tool, step.Text }), .. remedy.Caveats]);
        return _rules.TryAdd(content, rule) ? null : _rules[content];
    }
}
