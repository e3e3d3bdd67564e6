namespace TimerProbe.Fuzz.Plans;

/// <summary>Plans for scans that somebody changed, with rules of DRS that nobody would make.</summary>
internal sealed class PlanCases : ICaseKind
{
    private const int MaxRules = 60;

    private static readonly string[] Formats = ["text", "json", "csv", "html", "markdown"];

    private static readonly string[][] Changes = [["home"], ["home", "--fill", "10", "--wave", "1000"], ["rules"], ["evacuate", "esx01", "esx04"]];

    private readonly string[] _machines = [.. JsonNode.Parse(SampleTexts.Scan)!["vcenters"]![0]!["virtualMachines"]!.AsArray().Select(machine => (string)machine!["id"]!)];

    public async Task RunAsync(FuzzCase fuzz)
    {
        var scan = Ruled(fuzz);
        var file = fuzz.Path("scan.json");
        await File.WriteAllBytesAsync(file, fuzz.OneIn(2) ? JsonMutations.Change(scan, fuzz) : System.Text.Encoding.UTF8.GetBytes(scan));
        await CaseJudge.RunAsync(fuzz, fuzz.Pick(Formats), ["plan", .. fuzz.Pick(Changes), "--from", file]);
    }

    /// <summary>The sample with rules: of machines that are there, twice there and not there, which contradict each other.</summary>
    private string Ruled(FuzzCase fuzz)
    {
        var scan = JsonNode.Parse(SampleTexts.Scan)!;
        foreach (var cluster in scan["vcenters"]![0]!["clusters"]!.AsArray())
        {
            var rules = Enumerable.Range(0, fuzz.OneIn(8) ? MaxRules : fuzz.Random.Next(6)).Select(_ => (JsonNode)new JsonObject
            {
                ["name"] = $"rule {fuzz.Random.Next()}",
                ["kind"] = fuzz.OneIn(2) ? "affinity" : "antiAffinity",
                ["virtualMachines"] = new JsonArray([.. Enumerable.Range(0, fuzz.Random.Next(fuzz.OneIn(8) ? 300 : 8))
                    .Select(_ => JsonValue.Create(fuzz.OneIn(10) ? "vm-999999" : fuzz.Pick(_machines)))]),
            });
            cluster!["vmRules"] = new JsonArray([.. rules]);
            fuzz.Story.Add($"  {cluster["vmRules"]!.AsArray().Count} rules");
        }

        return scan.ToJsonString();
    }
}
