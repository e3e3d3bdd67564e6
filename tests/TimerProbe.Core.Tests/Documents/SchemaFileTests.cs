namespace TimerProbe.Core.Tests.Documents;

/// <summary>The schemas of documents and of <c>watch</c> under docs/schemas are what the records say.</summary>
public sealed class SchemaFileTests
{
    public static TheoryData<string> Files => [.. SchemaOfKind.All.Keys];

    [Theory]
    [MemberData(nameof(Files))]
    public void A_schema_is_what_the_record_says(string name) => SchemaFile.AssertSays(name, SchemaOfKind.All[name]);
}
