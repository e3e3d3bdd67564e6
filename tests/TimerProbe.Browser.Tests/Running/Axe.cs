namespace TimerProbe.Browser.Tests.Running;

internal static class Axe
{
    private const string Violations = """
        async () => {
            const { violations } = await axe.run(document, { resultTypes: ['violations'] });
            return violations.flatMap(rule => rule.nodes.map(node => `${rule.id}: ${node.target.join(' ')}: ${node.failureSummary.replaceAll('\n', ' ')}`)).slice(0, 20);
        }
        """;

    private static readonly string Script = Repository.Path("tests", "TimerProbe.Browser.Tests", "node_modules", "axe-core", "axe.min.js");

    public static void Need() => Requirement.Met(File.Exists(Script), "axe-core is not installed: run tests/run, which takes npm");

    public static async Task AssertNoneAsync(IPage page, string name)
    {
        await page.AddScriptTagAsync(new() { Path = Script });
        Assert.Equal("", string.Join("\n", (await page.EvaluateAsync<string[]>(Violations)).Select(violation => $"{name} {violation}")));
    }
}
