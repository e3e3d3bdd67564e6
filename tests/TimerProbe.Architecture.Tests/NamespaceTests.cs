using TimerProbe.Architecture.Tests.Reading;

namespace TimerProbe.Architecture.Tests;

public sealed class NamespaceTests
{
    public static TheoryData<string> Projects => [.. Product.Names];

    [Theory]
    [Trait("Takes", "seconds")]
    [MemberData(nameof(Projects))]
    public void The_namespaces_of_a_project_have_no_cycle(string project) =>
        Assert.Equal([], new NamespaceArrows(Product.Compiled(project), Product.Namespace(project)).OnACycle);
}
