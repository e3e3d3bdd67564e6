namespace TimerProbe.Tests.Schemas;

/// <summary>A schema under docs/schemas.</summary>
internal static class SchemaFile
{
    /// <summary>It is what the records say; TIMERPROBE_UPDATE_GOLDEN=1 writes it.</summary>
    public static async Task AssertSaysAsync(string name, string schema)
    {
        var file = Repository.Path("docs", "schemas", name);
        if (Environment.GetEnvironmentVariable("TIMERPROBE_UPDATE_GOLDEN") == "1")
        {
            await File.WriteAllTextAsync(file, schema, TestContext.Current.CancellationToken);
        }

        Assert.Equal((await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken)).ReplaceLineEndings("\n"), schema);
    }
}
