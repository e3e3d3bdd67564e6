namespace TimerProbe.Fuzz.Documents;

/// <summary>The documents that cases begin from.</summary>
internal static class SampleTexts
{
    public static string Check { get; } = DocumentJson.Write(SampleCheck.Document);

    public static string Scan { get; } = File.ReadAllText(Repository.Path("docs", "samples", "scan.json"));

    public static string Sql { get; } = File.ReadAllText(Repository.Path("docs", "samples", "sql.json"));
}
