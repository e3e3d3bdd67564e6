namespace TimerProbe.EndToEnd.Matrix;

public sealed class PatchRoundTests
{
    private static readonly RoundWay[] Ways = Enum.GetValues<RoundWay>();

    [Fact]
    public async Task By_plan_it_has_at_most_a_third_of_the_slow_machine_hours()
    {
        var fleet = await new LivedFleet(200, 1).ScanAsync();
        var (free, planned) = (new PatchRoundOfFleet(fleet, RoundWay.Free), new PatchRoundOfFleet(fleet, RoundWay.Home));
        Assert.True(free.Machines > 150 && free.SlowHours > 1_000, Line(1, [free]));
        Assert.True(planned.SlowHours * 3 <= free.SlowHours, Line(1, [free, planned]));
        Assert.Equal(0, planned.MadeSlow);
    }

    /// <summary>By tests/matrix plan, which sets TIMERPROBE_MATRIX_PLAN to the number of fleets: a table in artifacts/matrix-plan.txt.</summary>
    [Fact]
    [Trait("Run", "matrix")]
    public async Task The_rounds_of_many_fleets_are_counted()
    {
        var fleets = int.Parse(Environment.GetEnvironmentVariable("TIMERPROBE_MATRIX_PLAN") ?? "0", CultureInfo.InvariantCulture);
        Assert.SkipUnless(fleets > 0, "tests/matrix plan runs it");
        var machines = int.Parse(Environment.GetEnvironmentVariable("TIMERPROBE_MATRIX_MACHINES") ?? "600", CultureInfo.InvariantCulture);
        var all = new List<PatchRoundOfFleet[]>();
        for (var seed = 1; seed <= fleets; seed++)
        {
            var fleet = await new LivedFleet(machines, seed).ScanAsync();
            PatchRoundOfFleet[] rounds = [.. Ways.Select(way => new PatchRoundOfFleet(fleet, way))];
            all.Add(rounds);
            Report(Line(seed, rounds));
        }

        foreach (var (place, way) in Ways.Index())
        {
            var (hours, shares) = (
                Sorted(all, rounds => rounds[place].SlowHours),
                    Sorted(all, rounds => 100.0 * rounds[place].SlowHours / rounds[0].SlowHours));
            Report(FormattableString.Invariant($"{way}: slow machine-hours {Range(hours, "#,0")}; of those without {Range(shares, "0.0")} %; slow at the end {Range(Sorted(all, rounds => rounds[place].SlowAtLast), "#,0")}; made slow by a move {all.Sum(rounds => rounds[place].MadeSlow)}, and {all.Sum(rounds => rounds[place].Misled)} whose home the scan had wrong"));
        }

        Assert.All(all.SelectMany(rounds => rounds), round => Assert.Equal(0, round.MadeSlow));
        Assert.All(all, rounds => Assert.True(rounds[(int)RoundWay.Home].SlowHours * 3 <= rounds[0].SlowHours, "see artifacts/matrix-plan.txt"));
    }

    private static List<double> Sorted(List<PatchRoundOfFleet[]> all, Func<PatchRoundOfFleet[], double> figure) => [.. all.Select(figure).Order()];

    private static string Range(List<double> sorted, string format) =>
        $"{sorted[sorted.Count / 2].ToString(format)} ({sorted[0].ToString(format)} to {sorted[^1].ToString(format)})";

    private static string Line(int seed, IEnumerable<PatchRoundOfFleet> rounds) =>
        string.Create(CultureInfo.InvariantCulture, $"fleet {seed}: {string.Join("; ", rounds.Select(round => $"{round.SlowHours} slow machine-hours of {round.Machines} machines, {round.SlowAtFirst} slow before, {round.SlowAtLast} at the end"))}");

    private static void Report(string line)
    {
        TestContext.Current.TestOutputHelper?.WriteLine(line);
        File.AppendAllText(Repository.Path("artifacts", "matrix-plan.txt"), line + '\n', Encoding.UTF8);
    }
}
