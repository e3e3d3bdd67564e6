namespace TimerProbe.EndToEnd.Matrix;

/// <summary>Verdicts in guests of real hypervisors, beside what loops of C find there.</summary>
[Collection(nameof(AloneOnTheMachine))]
public sealed class HypervisorMatrixTests
{
    private const string Head = """
        | guest | CLOCK_REALTIME, by C | RDTSC | CPUID | precise time, by `check` | RDTSC | verdict | | seconds |
        |---|---:|---:|---:|---:|---:|---|---|---:|

        """;

    /// <summary>By tests/matrix hypervisors, which sets TIMERPROBE_MATRIX_HYPERVISORS to words of the cells' names: the table in artifacts/matrix-hypervisors.txt.</summary>
    [Fact]
    [Trait("Run", "matrix")]
    public async Task Guests_of_real_hypervisors_are_judged_rightly()
    {
        var words = Environment.GetEnvironmentVariable("TIMERPROBE_MATRIX_HYPERVISORS");
        Assert.SkipUnless(words is not null, "tests/matrix hypervisors runs it");
        Needs.Guests();
        var (table, wrong, unclear, right, later) = (new StringBuilder(Head), new List<string>(), new List<string>(), 0, 0);
        foreach (var cell in HypervisorCells.All.Where(cell => cell.Name.Contains(words, StringComparison.Ordinal)))
        {
            var guest = await GuestBoot.RunAsync(cell.Boot);
            var isRight = Judge(cell, guest);
            if (isRight is null && guest.WithMoreTime is { } given)
            {
                // It asked for more time, and was given it.
                table.Append(Row(cell, guest, isRight));
                (guest, isRight) = (given, Judge(cell, given));
                later += isRight == true ? 1 : 0;
            }

            right += isRight == true ? 1 : 0;
            (isRight switch { true => null, false => wrong, null => unclear })?.Add($"{cell}: {cell.Mislabelled(guest)} {guest.Document?.Machine.Hypervisor.Name} {guest.Document?.Machine.Linux?.Clocksource} {guest.Document?.Verdict}{(guest.Document is null ? guest.Tail : "")}");
            table.Append(Row(cell, guest, isRight));
            var text = $"{table}\n{right} right ({later} of them with --budget, as the first answer said), {unclear.Count} unclear, {wrong.Count} wrong\n{string.Concat(wrong.Select(line => $"wrong: {line}\n"))}{string.Concat(unclear.Select(line => $"unclear: {line}\n"))}";
            await File.WriteAllTextAsync(Repository.Path("artifacts", "matrix-hypervisors.txt"), text, Cancel);
        }

        Assert.True(wrong.Count == 0, string.Join('\n', wrong));
    }

    /// <summary>
    /// As the other, in the same words. The guest's clock is what its loops of C say: native before, trapped after. Restored on its own host it is native still. What a
    /// watch says is that it is healthy, and one change, since a sample that was taken after it arrived on the other host.
    /// </summary>
    [Fact]
    [Trait("Run", "matrix")]
    public async Task A_watch_tells_that_its_guest_was_moved_to_another_frequency_and_nothing_else()
    {
        var words = Environment.GetEnvironmentVariable("TIMERPROBE_MATRIX_HYPERVISORS");
        Assert.SkipUnless(words is not null && HypervisorCells.Moved.Name.Contains(words, StringComparison.Ordinal), "tests/matrix hypervisors runs it");
        Needs.Guests();
        var guest = await GuestBoot.RunAsync(HypervisorCells.Moved.Boot);
        var lines = guest.Watch.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => WatchJson.Read(Encoding.UTF8.GetBytes(line))).ToList();
        await File.WriteAllTextAsync(Repository.Path("artifacts", "matrix-hypervisors-moved.txt"), Told(guest, lines), Cancel);
        Assert.True(guest.Moments.Select(moment => moment.What).SequenceEqual(["leaving", "back", "leaving", "left", "arriving", "arrived"]), guest.Tail);
        Assert.True(guest.Cost("rdtsc") < 300 && guest.CostAfter("rdtsc") >= 300, guest.Reads + guest.ReadsAfter);

        Assert.Equal((WatchEvent.Started, WatchEvent.Stopped), (lines[0].Event, lines[^1].Event));
        var changes = lines.Where(line => line.Event == WatchEvent.Changed).ToList();
        Assert.Equal(ClockCause.None, changes[0].Cause);
        if (changes.Count == 1)
        {
            // Where the other host slows arithmetic too, no sample counts there.
            Assert.InRange(lines[^1].Beside.Starved, 1, lines[^1].Beside.Samples);
            return;
        }

        Assert.Equal((2, ClockState.Healthy, ClockState.Slow, ClockCause.TscTrapped),
            (changes.Count, changes[1].From!.State, changes[1].State, changes[1].Cause));
        Assert.True(guest.Moments[4].At < changes[1].Since, $"{guest.Moments[4].At:O} {changes[1].Since:O}");
    }

    private static bool? Judge(HypervisorCell cell, BootedGuest guest) => cell.Mislabelled(guest) is null ? cell.IsRight(guest) : false;

    private static string Told(BootedGuest guest, IEnumerable<WatchLine> lines) => string.Join(
        '\n',
        [
            .. guest.Moments.Select(moment => $"{moment.At:u} host: {moment.What}"),
            .. lines.Select(line => $"{line.At:u} watch: {line}"),
            $"before, by C:\n{guest.Reads}\nafter, by C:\n{guest.ReadsAfter}\n{guest.Took.TotalSeconds:0} s\n",
        ]);

    private static string Row(HypervisorCell cell, BootedGuest guest, bool? isRight)
    {
        var verdict = guest.Document?.Verdict;
        return string.Create(CultureInfo.InvariantCulture, $"| {cell} | {guest.Cost("realtime"):0} | {guest.Cost("rdtsc"):0} | {guest.Cost("cpuid"):0} | {Own(ClockSource.PreciseTime):0} | {Own(ClockSource.TimestampCounter):0} | {verdict?.State.ToDocumentName()} {verdict?.Cause.ToDocumentName()} {verdict?.Confidence?.ToDocumentName()} | {isRight switch { true => "right", false => "wrong", null => "unclear" }} | {guest.Took.TotalSeconds:0} |\n");

        double? Own(ClockSource source) => guest.Document?.Clocks.FirstOrDefault(clock => clock.Source == source)?.CallNs?.Median.Nanoseconds;
    }
}
