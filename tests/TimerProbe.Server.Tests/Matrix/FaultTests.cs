namespace TimerProbe.Server.Tests.Matrix;

/// <summary>No accepted document is lost or doubled, nobody who is signed in is shown an error, and the log stays short, whatever happens.</summary>
public sealed class FaultTests
{
    private static readonly TimeSpan Short = TimeSpan.FromSeconds(15);

    [Theory]
    [InlineData("a node is cut off")]
    [InlineData("the store is stopped")]
    [InlineData("a node is killed", Traits = new[] { "Run", "all" })]
    [InlineData("the store refuses", Traits = new[] { "Run", "all" })]
    [InlineData("the disk is full", Traits = new[] { "Run", "all" })]
    public async Task A_fault_loses_doubles_and_hides_nothing(string fault)
    {
        var tally = await FaultWorld.TryAsync(fault, Short);
        Assert.True(tally.IsGood, tally.Why);
    }

    /// <summary>By tests/matrix, which sets TIMERPROBE_MATRIX_FAULTS to the seconds that each takes: the table in artifacts/matrix-faults.txt.</summary>
    [Fact]
    [Trait("Run", "matrix")]
    public async Task All_faults_are_counted()
    {
        var seconds = int.Parse(Environment.GetEnvironmentVariable("TIMERPROBE_MATRIX_FAULTS") ?? "0", CultureInfo.InvariantCulture);
        Assert.SkipUnless(seconds > 0, "tests/matrix faults runs it");
        var only = Environment.GetEnvironmentVariable("TIMERPROBE_MATRIX_ONLY") ?? "";
        List<FaultTally> tallies = [];
        foreach (var fault in FaultWorld.Faults.Keys.Where(fault => fault.Contains(only, StringComparison.Ordinal)))
        {
            tallies.Add(await FaultWorld.TryAsync(fault, TimeSpan.FromSeconds(seconds)));
            await File.WriteAllTextAsync(
                Repository.Path("artifacts", "matrix-faults.txt"),
                $"{FaultTally.Heads}\n{string.Join('\n', tallies)}\n{string.Concat(tallies.Where(tally => !tally.IsGood).Select(tally => $"\n{tally.Why}\n"))}",
                Cancel);
        }

        Assert.All(tallies, tally => Assert.True(tally.IsGood, tally.Why));
    }
}
