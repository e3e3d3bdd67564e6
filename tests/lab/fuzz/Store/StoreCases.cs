namespace TimerProbe.Fuzz.Store;

/// <summary>Everything that reads or keeps in a store, on stores that somebody changed.</summary>
internal sealed class StoreCases : ICaseKind
{
    private static readonly Func<FuzzCase, string, string[], Task>[] Commands =
    [
        (fuzz, store, names) => CaseJudge.RunAsync(fuzz, fuzz.Pick(["text", "json", "csv", "html"]), ["history", fuzz.Pick(names), "--store", store]),
        (fuzz, store, names) => CaseJudge.RunAsync(fuzz, fuzz.Pick(["text", "json", "csv", "html"]), ["history", fuzz.Pick(names), "--store", store, "--kind", fuzz.Pick(["vm", "host", "cluster", "guest"]), "--from", "3650d"]),
        (fuzz, store, _) => CaseJudge.RunAsync(fuzz, fuzz.Pick(["text", "json", "csv"]), ["history", "list", "--store", store]),
        (fuzz, store, _) => RunAsync(fuzz, ["history", "alerts", "--store", store]),
        (fuzz, store, _) => RunAsync(fuzz, ["history", "alerts", "--acknowledge", "0123456789abcdef", "--store", store]),
        (fuzz, store, _) => RunAsync(fuzz, ["history", "prune", "--older-than", fuzz.Pick(["0d", "1d", "365d"]), "--store", store]),
        (fuzz, store, _) => CaseJudge.RunAsync(fuzz, fuzz.Pick(["text", "json", "csv"]), ["report", "--from", "latest", "--kind", fuzz.Pick(["scan", "check", "sql"]), "--store", store]),
        (fuzz, store, _) => CaseJudge.RunAsync(fuzz, "json", ["report", "--from", "0198f0c2", "--store", store]),
        ScanAsync,
        MeasureAsync,
    ];

    public async Task RunAsync(FuzzCase fuzz)
    {
        var (template, names) = await StoreTemplate.GetAsync();
        var store = fuzz.Path("store.db");
        await File.WriteAllBytesAsync(store, template);
        StoreMutations.Change(store, fuzz);
        PeakMemory.Reset();
        for (var left = fuzz.Random.Next(1, 3); left > 0; left--)
        {
            await fuzz.Pick(Commands)(fuzz, store, names);
        }
    }

    private static async Task ScanAsync(FuzzCase fuzz, string store, string[] names)
    {
        await using var vcenter = await RecordedVCenter.StartAsync();
        await ScanRun.RunAsync(fuzz, vcenter, fuzz.OneIn(4) ? ["--store", store] : ["--store", store, "--save"]);
    }

    private static async Task MeasureAsync(FuzzCase fuzz, string store, string[] names)
    {
        // A second each, for what history and scans try much more often.
        if (fuzz.OneIn(4))
        {
            await RunAsync(fuzz, fuzz.OneIn(2) ? ["watch", "--every", "1s", "--for", "1s", "--save", "--store", store, "--log", fuzz.Path("watch.log")] : ["check", "--save", "--store", store, "--out", fuzz.Path("check.json")]);
        }
    }

    private static async Task RunAsync(FuzzCase fuzz, string[] command)
    {
        fuzz.Story.Add(string.Join(' ', command));
        CaseJudge.Judge(fuzz, await ProgramUnderTest.RunAsync(command));
    }
}
