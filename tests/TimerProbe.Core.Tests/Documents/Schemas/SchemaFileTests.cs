using TimerProbe.Tests.Shared;

namespace TimerProbe.Core.Tests.Documents.Schemas;

/// <summary>The schemas under docs/schemas are what the records say; TIMERPROBE_UPDATE_GOLDEN=1 writes them.</summary>
public sealed class SchemaFileTests
{
    public static TheoryData<string> Files => [.. SchemaOfKind.All.Keys];

    [Theory]
    [MemberData(nameof(Files))]
    public async Task A_schema_is_what_the_record_says(string name)
    {
        var file = Repository.Path("docs", "schemas", name);
        if (Environment.GetEnvironmentVariable("TIMERPROBE_UPDATE_GOLDEN") == "1")
        {
            await File.WriteAllTextAsync(file, SchemaOfKind.All[name], TestContext.Current.CancellationToken);
        }

        Assert.Equal((await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken)).ReplaceLineEndings("\n"), SchemaOfKind.All[name]);
    }
}
