namespace TimerProbe.Fuzz.VSphere;

/// <summary>Scans of a recorded vCenter, and what they write.</summary>
internal static class ScanRun
{
    private const int ShutdownTimeouts = 40;

    private static readonly string[] Formats = ["text", "json", "html", "csv", "markdown", "openmetrics"];

    public static async Task RunAsync(FuzzCase fuzz, RecordedVCenter vcenter, params IEnumerable<string> options)
    {
        var reports = new Dictionary<string, string>();
        foreach (var format in Formats.Where((format, index) => index < 2 || fuzz.OneIn(3)))
        {
            var report = fuzz.Path("report." + format.Length.ToString() + format);
            CaseJudge.Prepare(report);
            reports[report] = format;
        }

        var outputs = reports.Select(report => $$"""{ "format": "{{report.Value}}", "file": {{JsonSerializer.Serialize(report.Key)}} }""");
        // Only a vCenter that means harm makes a scan last.
        var limit = fuzz.Kind == "scan" ? fuzz.Random.Next(1, 4) : ShutdownTimeouts;
        var configuration = fuzz.Path("fuzz.json");
        await File.WriteAllTextAsync(configuration, $$"""
            { "vcenters": [ {{vcenter.Configured}} ],
              "timeLimit": "{{limit}}s", "performance": {{(fuzz.Kind == "statistics" || fuzz.OneIn(2) ? "true" : "false")}}, "outputs": [ {{string.Join(", ", outputs)}} ] }
            """);
        CaseJudge.Judge(fuzz, await ProgramUnderTest.RunAsync(["scan", "--config", configuration, .. options]), reports);
        vcenter.Judge(fuzz);
    }
}
