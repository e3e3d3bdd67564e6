namespace TimerProbe.Fuzz.VSphere;

/// <summary>Scans of a vCenter whose statistics nobody measured: of any time, any number of samples, and any value.</summary>
internal sealed partial class StatisticsCases : ICaseKind
{
    // Some ten megabytes an answer: what is measured is the program, beside which the answers are held here.
    private const int MostValues = 400_000;

    private static readonly string[] Queries = [.. RecordedAnswers.All.Keys.Where(
        name => name.StartsWith("QueryPerf", StringComparison.Ordinal)).Order(StringComparer.Ordinal)];

    public async Task RunAsync(FuzzCase fuzz)
    {
        var changed = new Dictionary<string, ChangedAnswer>();
        foreach (var name in Queries)
        {
            var body = fuzz.OneIn(4) ? XmlMutations.Change(RecordedAnswers.All[name], fuzz)
                : Encoding.UTF8.GetBytes(Resampled(Encoding.UTF8.GetString(RecordedAnswers.All[name]), fuzz));
            changed[name] = RecordedVCenter.Sent(body);
        }

        await using var vcenter = await RecordedVCenter.StartAsync(changed);
        PeakMemory.Reset();
        await ScanRun.RunAsync(fuzz, vcenter);
    }

    /// <summary>The answer with other times and other values: as many of each, or of one more than of the other.</summary>
    private static string Resampled(string answer, FuzzCase fuzz)
    {
        var samples = fuzz.Random.Next(fuzz.OneIn(20) ? MostValues / Math.Max(1, Values().Count(answer)) : 100);
        var (start, step) = (TimeProvider.System.GetUtcNow().AddDays(-fuzz.Pick([0, 1, 30, 400, 20_000, -400])), fuzz.Pick([20, 300, 7_200, 86_400, 0, -20]));
        fuzz.Story.Add($"  {samples} samples from {start:O} by {step} s");
        var times = string.Concat(Enumerable.Range(0, samples).Select(index => string.Create(
            CultureInfo.InvariantCulture,
            $"<sampleInfo><timestamp>{(fuzz.OneIn(200) ? OddTexts.Time(fuzz.Random) : TimeOf(start, step, index))}</timestamp><interval>{step}</interval></sampleInfo>")));
        var level = fuzz.Random.NextInt64(10_000_000_000);
        return Values().Replace(
            Times().Replace(answer, times), _ => string.Concat(Enumerable.Range(0, fuzz.OneIn(5) ? samples / 2 : samples).Select(_ =>
            $"<value>{(fuzz.OneIn(200) ? OddTexts.Number(fuzz.Random) : (fuzz.OneIn(20) ? fuzz.Random.NextInt64() : level + fuzz.Random.Next(3)).ToString())}</value>")));
    }

    private static string TimeOf(DateTimeOffset start, int step, int index) =>
        (start + TimeSpan.FromSeconds((long)step * (index % 100_000))).ToString("yyyy-MM-dd'T'HH:mm:ss'Z'");

    [GeneratedRegex("(<sampleInfo>.*?</sampleInfo>)+", RegexOptions.ExplicitCapture, 60_000)]
    private static partial Regex Times();

    [GeneratedRegex("(<value>[0-9]+</value>)+", RegexOptions.ExplicitCapture, 60_000)]
    private static partial Regex Values();
}
