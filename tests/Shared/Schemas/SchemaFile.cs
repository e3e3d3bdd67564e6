namespace TimerProbe.Tests.Schemas;

/// <summary>A schema under docs/schemas.</summary>
internal static class SchemaFile
{
    /// <summary>It is what the records say; TIMERPROBE_UPDATE_GOLDEN=1 writes it.</summary>
    public static void AssertSays(string name, string schema) => GoldenFile.AssertIs(schema, "docs", "schemas", name);
}
