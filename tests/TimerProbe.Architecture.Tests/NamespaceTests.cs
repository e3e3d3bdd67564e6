namespace TimerProbe.Architecture.Tests;

public sealed class NamespaceTests
{
    public static TheoryData<string> Projects => [.. Product.Names];

    [Theory]
    [Trait("Takes", "seconds")]
    [MemberData(nameof(Projects))]
    public void The_namespaces_of_a_project_have_no_cycle(string project) =>
        Assert.Equal([], new NamespaceArrows(Product.Compiled(project), Product.Namespace(project), Product.Sources("src", Product.Namespace(project))).OnACycle);

    [Fact]
    public void A_constant_that_a_source_names_is_an_arrow()
    {
        using var source = new TemporaryFile("Made.cs", "namespace TimerProbe.Made;\nvar a = ServerContext.StoreUnavailable; var b = Elsewhere.Nothing; var c = ServerContext.Tool;\n");
        Assert.Equal(["TimerProbe.Made names ServerContext"], ConstantUses.Of(Product.Compiled("Server"), [source.Path]).Select(use => $"{use.Namespace} names {use.Used.Name}"));
    }
}
