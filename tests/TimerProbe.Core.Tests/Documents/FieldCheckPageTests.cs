namespace TimerProbe.Core.Tests.Documents;

/// <summary>The table of docs/field-checks.md: a claim, what settles it, and which members of which documents tell.</summary>
public sealed class FieldCheckPageTests
{
    [Fact]
    public void The_members_that_settle_a_claim_are_those_of_the_documents()
    {
        var page = File.ReadLines(Repository.Path("docs", "field-checks.md"));
        var claims = page.Select(line => line.Split(" | ")).Where(cells => cells.Length == 3).Skip(1).ToList();
        Assert.True(claims.Count >= 15, $"only {claims.Count} claims");
        foreach (var document in claims.SelectMany(cells => cells[2].Split("; ")))
        {
            var schema = SchemaOfKind.All[$"timerprobe.{document.Split(' ')[0]}.1.json"];
            // What stands between backticks is a path such as clocks[].callNs.
            var members = document.Split('`').Where((_, place) => place % 2 == 1)
                .SelectMany(path => path.Replace("[]", "", StringComparison.Ordinal).Split('.')).ToList();
            Assert.NotEmpty(members);
            Assert.All(members, member => Assert.Contains($"\"{member}\": {{", schema, StringComparison.Ordinal));
        }
    }
}
