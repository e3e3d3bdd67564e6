namespace TimerProbe.Fuzz.Configuration;

/// <summary>Configurations that somebody changed: what they name is looked at, and a vCenter is scanned by them.</summary>
internal sealed class ConfigurationCases : ICaseKind
{
    private const string Refused = "nothing it names was checked";

    public async Task RunAsync(FuzzCase fuzz)
    {
        await using var vcenter = await RecordedVCenter.StartAsync();
        ConfiguredPlaces.Make(fuzz);
        var file = fuzz.Path("timerprobe.json");
        await File.WriteAllBytesAsync(file, ConfigurationMutations.Change(ConfigurationTemplate.Of(vcenter), vcenter, fuzz));
        var isAccepted = await CheckAsync(fuzz, file);
        var code = await ScanAsync(fuzz, file);
        if (!isAccepted && code != 2)
        {
            fuzz.Fail($"a configuration that is refused was scanned by: {code}");
        }

        if (code is 0 or 5 or 10)
        {
            fuzz.Reached.Add("scanned");
        }

        vcenter.Judge(fuzz);
        JudgeFiles(fuzz);
        await WholeStore.JudgeAsync(fuzz, fuzz.Path(ConfiguredPlaces.Store));
    }

    private static async Task<bool> CheckAsync(FuzzCase fuzz, string file)
    {
        string[] offline = fuzz.OneIn(2) ? ["--offline"] : [];
        var checkedFile = await ProgramUnderTest.RunAsync(["config", "check", "--config", file, .. offline]);
        CaseJudge.Judge(fuzz, checkedFile);
        var isAccepted = checkedFile.ExitCode is { } code && (code != 2 || !checkedFile.Said.Contains(Refused, StringComparison.Ordinal));
        if (isAccepted)
        {
            fuzz.Reached.Add(checkedFile.ExitCode == 2 ? "accepted, with something it names wrong" : "accepted");
        }

        return isAccepted;
    }

    private static async Task<int?> ScanAsync(FuzzCase fuzz, string file)
    {
        var scanned = await ProgramUnderTest.RunAsync("scan", "--config", file);
        CaseJudge.Judge(fuzz, scanned);
        return scanned.ExitCode;
    }

    private static void JudgeFiles(FuzzCase fuzz)
    {
        if (Directory.GetFiles(fuzz.Folder, "*.tmp", SearchOption.AllDirectories).Length > 0)
        {
            fuzz.Fail("a half-written file was left behind");
        }

        foreach (var report in Directory.GetFiles(fuzz.Path(ConfiguredPlaces.Reports)))
        {
            CaseJudge.JudgeSecrets(fuzz, Path.GetFileName(report), File.ReadAllText(report));
        }
    }
}
