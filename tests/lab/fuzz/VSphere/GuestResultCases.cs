namespace TimerProbe.Fuzz.VSphere;

/// <summary>Scans of a vCenter that is as it should be, joined with guests' results that somebody changed.</summary>
internal sealed partial class GuestResultCases : ICaseKind
{
    private const int MaxFiles = 12;

    /// <summary>The UUIDs of the recorded machines, by which results are joined.</summary>
    private static readonly string[] Uuids =
    [
        .. RecordedAnswers.All.Values.SelectMany(answer => Uuid().Matches(Encoding.UTF8.GetString(answer)).Select(match => match.Value))
            .Distinct().Order(StringComparer.Ordinal),
    ];

    public async Task RunAsync(FuzzCase fuzz)
    {
        var folder = Directory.CreateDirectory(fuzz.Path("results")).FullName;
        for (var left = fuzz.Random.Next(1, MaxFiles); left > 0; left--)
        {
            var file = Path.Combine(folder, left.ToString() + ".json");
            switch (fuzz.Random.Next(24))
            {
                case 0:
                    File.CreateSymbolicLink(file, fuzz.Pick(["/dev/zero", "/proc/self/mem", "..", file, "/dev/null"]));
                    break;
                case 1:
                    await File.WriteAllBytesAsync(file, Encoding.UTF8.GetBytes(SampleTexts.Scan));
                    break;
                default:
                    await File.WriteAllBytesAsync(file, Result(fuzz));
                    break;
            }
        }

        PeakMemory.Reset();
        await using var vcenter = await RecordedVCenter.StartAsync();
        await ScanRun.RunAsync(fuzz, vcenter, "--guest-results", folder);
        if (fuzz.ExitCodes is not [0 or 5 or 10])
        {
            fuzz.Fail("a guest's result stopped the scan");
        }
    }

    private static byte[] Result(FuzzCase fuzz)
    {
        var text = SampleTexts.Check.Replace("\"smbiosUuid\":null", $"\"smbiosUuid\":\"{fuzz.Pick(Uuids)}\"", StringComparison.Ordinal);
        return fuzz.OneIn(6) ? Encoding.UTF8.GetBytes(text) : JsonMutations.Change(text, fuzz);
    }

    [GeneratedRegex("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 5000)]
    private static partial Regex Uuid();
}
