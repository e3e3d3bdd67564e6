namespace TimerProbe.Fuzz.VSphere;

/// <summary>Scans of a vCenter some of whose answers are changed.</summary>
internal sealed class ScanCases : ICaseKind
{
    public async Task RunAsync(FuzzCase fuzz)
    {
        await using var vcenter = await RecordedVCenter.StartAsync(Plan(fuzz));
        await ScanRun.RunAsync(fuzz, vcenter, fuzz.OneIn(5) ? ["--name", "*"] : fuzz.OneIn(10) ? ["--folder", "*"] : []);
        if (fuzz.ExitCodes is [2 or 3])
        {
            fuzz.Fail("the case itself is wrong");
        }
    }

    /// <summary>Which answers are changed, and to what: decided before the first request, so that the order of requests changes nothing.</summary>
    private static Dictionary<string, ChangedAnswer> Plan(FuzzCase fuzz)
    {
        string[] names = [.. RecordedAnswers.All.Keys.Order(StringComparer.Ordinal)];
        var plan = new Dictionary<string, ChangedAnswer>();
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
            var sent = fuzz.OneIn(6) ? HttpMutations.Send(body, fuzz) : RecordedVCenter.Sent(body, asFault: !fuzz.OneIn(5));
            // An answer that is the same each time it is asked for: a page that never ends, a fault that never goes away.
            plan[fuzz.OneIn(6) ? name[..name.LastIndexOf('.')] + ".*" : name] = sent;
        }

        return plan;
    }
}
