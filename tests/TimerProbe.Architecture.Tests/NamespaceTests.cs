using TimerProbe.Architecture.Tests.Reading;

namespace TimerProbe.Architecture.Tests;

/// <summary>The namespaces of a project have no cycles.</summary>
public sealed class NamespaceTests
{
    /// <summary>Those that still have. The list only ever shrinks: a namespace that has left its cycle leaves the list too.</summary>
    private static readonly Dictionary<string, string[]> StillInACycle = new(StringComparer.Ordinal);

    public static TheoryData<string> Projects => [.. Product.Names];

    [Theory]
    [MemberData(nameof(Projects))]
    public void Only_the_listed_namespaces_are_in_a_cycle(string project)
    {
        var root = Product.Namespace(project);
        var arrows = new NamespaceArrows(Product.Compiled(project), root);
        var listed = StillInACycle.GetValueOrDefault(project, []).Select(name => $"{root}.{name}".TrimEnd('.')).ToList();
        Assert.True(
            listed.SequenceEqual(arrows.InACycle, StringComparer.Ordinal),
            $"""
            in a cycle and not listed: {string.Join(", ", arrows.InACycle.Except(listed))}
            listed and no longer in one: {string.Join(", ", listed.Except(arrows.InACycle))}
            {string.Join('\n', arrows.Examples)}
            """);
    }
}
