using System.Collections.Concurrent;
using System.Globalization;
using System.Text;
using TimerProbe.VSphere.Tests.Stub;

namespace TimerProbe.Fuzz.VSphere;

/// <summary>Scans of a vCenter some of whose answers are changed.</summary>
internal sealed class ScanCases : ICaseKind
{
    private static readonly string[] Formats = ["text", "json", "html", "csv", "markdown", "openmetrics"];

    public async Task RunAsync(FuzzCase fuzz)
    {
        var answers = new RecordedAnswers();
        var plan = Plan(fuzz);
        var turns = new ConcurrentDictionary<string, int>(StringComparer.Ordinal);
        await using var server = await RawHttpsServer.StartAsync(StubCertificates.Loopback, async (request, output, cancel) =>
        {
            var body = answers.To(request);
            var name = RecordedAnswers.NameOf(request);
            var turn = turns.AddOrUpdate(name, 1, (_, before) => before + 1);
            var (bytes, isKept) = plan.TryGetValue($"{name}.{turn}", out var changed) || plan.TryGetValue($"{name}.*", out changed)
                ? changed
                : (RawHttpsServer.Plain(body, IsFault(body) ? "500 Internal Server Error" : "200 OK", "Set-Cookie: vmware_soap_session=\"1234567890\"\r\n"), true);
            await output.WriteAsync(bytes, cancel);
            return isKept;
        });
        await ScanAsync(fuzz, server.Url.Authority);
        foreach (var flaw in server.Failures)
        {
            fuzz.Fail($"the server of the case: {flaw}");
        }
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private static bool IsFault(byte[] body) => body.AsSpan().IndexOf("Fault>"u8) >= 0;

    /// <summary>Which answers are changed, and to what: decided before the first request, so that the order of requests changes nothing.</summary>
    private static Dictionary<string, (byte[] Bytes, bool IsKept)> Plan(FuzzCase fuzz)
    {
        string[] names = [.. RecordedAnswers.All.Keys.Order(StringComparer.Ordinal)];
        var plan = new Dictionary<string, (byte[], bool)>(StringComparer.Ordinal);
        for (var left = fuzz.Random.Next(1, 4); left > 0; left--)
        {
            var name = fuzz.Pick(names);
            fuzz.Story.Add(name);
            var body = fuzz.Random.Next(10) switch
            {
                0 => Faults.Make(fuzz),
                1 => RecordedAnswers.All[fuzz.Pick(names)],
                _ => XmlMutations.Change(RecordedAnswers.All[name], fuzz),
            };
            File.WriteAllBytes(fuzz.Path(name + ".body"), body);
            var status = IsFault(body) && !fuzz.OneIn(5) ? "500 Internal Server Error" : "200 OK";
            var sent = fuzz.OneIn(6) ? HttpMutations.Send(body, fuzz) : (RawHttpsServer.Plain(body, status, "Set-Cookie: vmware_soap_session=\"1234567890\"\r\n"), true);
            // An answer that is the same each time it is asked for: a page that never ends, a fault that never goes away.
            plan[fuzz.OneIn(6) ? name[..name.LastIndexOf('.')] + ".*" : name] = sent;
        }

        return plan;
    }

    private static async Task ScanAsync(FuzzCase fuzz, string server)
    {
        var reports = new Dictionary<string, string>(StringComparer.Ordinal);
        var outputs = new StringBuilder();
        foreach (var format in Formats.Where((format, index) => index < 2 || fuzz.OneIn(3)))
        {
            var report = fuzz.Path("report." + format.Length.ToString(CultureInfo.InvariantCulture) + format);
            CaseJudge.Prepare(report);
            reports[report] = format;
            outputs.Append(CultureInfo.InvariantCulture, $$"""{{(outputs.Length == 0 ? "" : ", ")}}{ "format": "{{format}}", "file": {{System.Text.Json.JsonSerializer.Serialize(report)}} }""");
        }

        var configuration = fuzz.Path("fuzz.json");
        await File.WriteAllTextAsync(configuration, $$"""
            { "vcenters": [ { "server": "{{server}}", "user": "scan@vsphere.local", "thumbprint": "{{StubCertificates.Sha256(StubCertificates.Loopback)}}" } ],
              "timeLimit": "{{fuzz.Random.Next(2, 6)}}s", "performance": {{(fuzz.OneIn(2) ? "true" : "false")}}, "outputs": [ {{outputs}} ] }
            """);
        string[] filter = fuzz.OneIn(5) ? ["--name", "*"] : fuzz.OneIn(10) ? ["--folder", "*"] : [];
        var result = await fuzz.Program.RunAsync(["scan", "--config", configuration, .. filter]);
        if (result.ExitCode is 2 or 3)
        {
            fuzz.Fail($"the case itself is wrong: {result.Said}");
        }

        CaseJudge.Judge(fuzz, result, reports);
    }
}
