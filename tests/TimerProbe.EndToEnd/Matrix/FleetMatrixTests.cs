namespace TimerProbe.EndToEnd.Matrix;

/// <summary>Homes of fleets that have lived a year, held against where each machine was really powered on.</summary>
public sealed class FleetMatrixTests
{
    private static readonly bool IsVerbose = Environment.GetEnvironmentVariable("TIMERPROBE_MATRIX_VERBOSE") == "1";
    private static readonly bool IsWithStore = Environment.GetEnvironmentVariable("TIMERPROBE_MATRIX_STORE") != "0";

    /// <summary>By tests/matrix, which sets TIMERPROBE_MATRIX_MACHINES and TIMERPROBE_MATRIX_SEEDS: the tables in artifacts/matrix-fleet.txt.</summary>
    [Fact]
    [Trait("Run", "matrix")]
    public async Task The_homes_of_many_fleets_are_counted()
    {
        var machines = int.Parse(Environment.GetEnvironmentVariable("TIMERPROBE_MATRIX_MACHINES") ?? "0", CultureInfo.InvariantCulture);
        Assert.SkipUnless(machines > 0, "tests/matrix fleet runs it");
        var (first, stored, logs, arrived) = (new FleetTally(), new FleetTally(), new FleetTally(), new FleetTally());
        foreach (var seed in Environment.GetEnvironmentVariable("TIMERPROBE_MATRIX_SEEDS")!.Split([' ', ','], StringSplitOptions.RemoveEmptyEntries))
        {
            var fleet = new LivedFleet(machines, int.Parse(seed, CultureInfo.InvariantCulture));
            first.Add(await fleet.ScanAsync());
            logs.Add(await fleet.ScanAsync(readLogs: true));
            arrived.Add(await (fleet with { Arrivals = machines }).ScanAsync());
            if (IsWithStore)
            {
                stored.Add(await fleet.ScanWithStoreAsync());
            }

            var text = Section("The first scan", first) + Section("The first scan, with logs", logs) + Section("The first scan, as many from another vCenter", arrived) + (IsWithStore ? Section("With a store of two earlier scans", stored) : "");
            await File.WriteAllTextAsync(Repository.Path("artifacts", "matrix-fleet.txt"), text, Cancel);
        }

        Assert.Equal([], [.. first.WronglyExpected, .. first.Unsettled, .. logs.WronglyExpected]);
        Assert.Equal(0, logs.OpenExpectations);
        Assert.True(arrived.Arrived.SaidHome * 20 <= arrived.Arrived.Away, string.Join('\n', arrived.ArrivedHome));
        Assert.True(first.WrongOfCertain.Count + stored.WrongOfCertain.Count == 0, string.Join('\n', [.. first.WrongOfCertain, .. stored.WrongOfCertain]));
    }

    private static string Section(string title, FleetTally tally) =>
        $"{title}\n\n{tally}\n" + string.Concat(IsVerbose ? [.. tally.Wrong.Select(line => $"wrong: {line}\n"), .. tally.UnknownLines.Select(line => $"unknown: {line}\n")] : Array.Empty<string>());
}
