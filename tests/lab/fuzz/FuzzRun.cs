namespace TimerProbe.Fuzz;

/// <summary>Runs cases one after the other and keeps those that fail.</summary>
internal sealed class FuzzRun(FuzzOptions options, TextWriter output)
{
    private const int MostMebibytes = 300;
    private const int MostFailed = 100;
    private const int MaxLine = 20_000;

    private readonly Dictionary<string, int> _counts = new(StringComparer.Ordinal);
    private readonly SortedDictionary<int, int> _exitCodes = [];
    private int _failed;
    private int _peak;
    private int _peakCase;
    private bool _hangs;

    public async Task<int> RunAsync()
    {
        var kinds = CaseKinds.Create();
        Say($"seed {options.Seed}");
        Environment.SetEnvironmentVariable("TIMERPROBE_VCENTER_PASSWORD", CaseJudge.Password);
        Environment.SetEnvironmentVariable("TIMERPROBE_SQL_PASSWORD", CaseJudge.Password);
        var start = TimeProvider.System.GetTimestamp();
        for (var number = options.Case ?? options.Share.Number; IsDue(number, TimeProvider.System.GetElapsedTime(start)); number += options.Share.Of)
        {
            await RunAsync(kinds, number);
        }

        Say($"{_counts.Values.Sum()} cases in {TimeProvider.System.GetElapsedTime(start).TotalSeconds:0} s ({string.Join(", ", _counts.OrderBy(kind => kind.Key, StringComparer.Ordinal).Select(kind => $"{kind.Value} {kind.Key}"))}): {_failed} failed, {_peak} MiB at most, in case {_peakCase}; exit codes: {string.Join(", ", _exitCodes.Select(code => $"{code.Value} x {code.Key}"))}");
        return _failed == 0 ? 0 : 1;
    }

    private bool IsDue(int number, TimeSpan elapsed) =>
        !_hangs && _failed < MostFailed && (options.Case is { } only ? number == only : options.Time is { } time ? elapsed < time : number < options.Cases);

    private async Task RunAsync(IReadOnlyDictionary<string, ICaseKind> kinds, int number)
    {
        // A case depends on the seed and its number alone, so that it can be run again by itself.
        var random = new Random(Mixed(options.Seed, number));
        var kind = CaseKinds.Choose(random);
        kind = options.Only ?? kind;
        var folder = Directory.CreateDirectory(Path.Combine(options.Keep, $"{options.Seed}-{number}")).FullName;
        var fuzz = new FuzzCase(number, kind, random, folder);
        PeakMemory.Reset();
        try
        {
            await kinds[kind].RunAsync(fuzz);
        }
#pragma warning disable CA1031 // Whatever is thrown here is what is looked for.
        catch (Exception ex)
#pragma warning restore CA1031
        {
            fuzz.Fail(ex.ToString());
        }

        var peak = PeakMemory.Read();
        (_peak, _peakCase) = peak > _peak ? (peak, number) : (_peak, _peakCase);
        if (peak > MostMebibytes)
        {
            fuzz.Fail($"{peak} MiB");
        }

        foreach (var code in fuzz.ExitCodes)
        {
            _exitCodes[code ?? -1] = _exitCodes.GetValueOrDefault(code ?? -1) + 1;
        }

        _counts[kind] = _counts.GetValueOrDefault(kind) + 1;
        Conclude(fuzz, folder);
    }

    private void Conclude(FuzzCase fuzz, string folder)
    {
        if (fuzz.Failures.Count == 0 && options.Case is null)
        {
            Directory.Delete(folder, recursive: true);
            return;
        }

        _failed += fuzz.Failures.Count == 0 ? 0 : 1;
        _hangs |= fuzz.Failures.Contains(CaseJudge.Hang);
        File.WriteAllLines(
            fuzz.Path("case.txt"),
            [$"--seed {options.Seed} --case {fuzz.Number} ({fuzz.Kind})", .. fuzz.Story.Select(line => line.Length <= MaxLine ? line : line[..MaxLine]), .. fuzz.Failures],
            new UTF8Encoding(encoderShouldEmitUTF8Identifier: false));
        if (fuzz.Failures.Count > 0)
        {
            Say($"FAILED --seed {options.Seed} --case {fuzz.Number}{(options.Only is null ? "" : $" --only {options.Only}")} ({fuzz.Kind}): {fuzz.Failures[0].Split('\n')[0]}; kept in {folder}");
        }
    }

    /// <summary>Neighbouring numbers must not make neighbouring cases (the mixing of SplitMix64).</summary>
    private static int Mixed(int seed, int number)
    {
        unchecked
        {
            var mixed = ((ulong)(uint)seed << 32 | (uint)number) + 0x9E3779B97F4A7C15;
            mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
            mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
            return (int)(mixed ^ (mixed >> 31));
        }
    }

    private void Say(FormattableString line) => output.WriteLine(line.ToString());
}
