using System.Globalization;
using System.Text;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using TimerProbe.EndToEnd.Running;

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
    public async Task Guests_of_real_hypervisors_are_judged_rightly()
    {
        var words = Environment.GetEnvironmentVariable("TIMERPROBE_MATRIX_HYPERVISORS");
        Assert.SkipUnless(words is not null, "tests/matrix hypervisors runs it");
        Needs.Guests();
        var (table, wrong, unclear, right) = (new StringBuilder(Head), new List<string>(), new List<string>(), 0);
        foreach (var cell in HypervisorCells.All.Where(cell => cell.Name.Contains(words, StringComparison.Ordinal)))
        {
            var guest = await GuestBoot.RunAsync(cell.Boot);
            var isRight = cell.Mislabelled(guest) is null ? cell.IsRight(guest) : false;
            right += isRight == true ? 1 : 0;
            (isRight switch { true => null, false => wrong, null => unclear })?.Add($"{cell}: {cell.Mislabelled(guest)} {guest.Document?.Machine.Hypervisor.Name} {guest.Document?.Machine.Linux?.Clocksource} {guest.Document?.Verdict}{(guest.Document is null ? guest.Tail : "")}");
            table.Append(Row(cell, guest, isRight));
            var text = $"{table}\n{right} right, {unclear.Count} unclear, {wrong.Count} wrong\n{string.Concat(wrong.Select(line => $"wrong: {line}\n"))}{string.Concat(unclear.Select(line => $"unclear: {line}\n"))}";
            await File.WriteAllTextAsync(Repository.Path("artifacts", "matrix-hypervisors.txt"), text, TestContext.Current.CancellationToken);
        }

        Assert.True(wrong.Count == 0, string.Join('\n', wrong));
    }

    private static string Row(HypervisorCell cell, BootedGuest guest, bool? isRight)
    {
        var verdict = guest.Document?.Verdict;
        return string.Create(CultureInfo.InvariantCulture, $"| {cell} | {guest.Cost("realtime"):0} | {guest.Cost("rdtsc"):0} | {guest.Cost("cpuid"):0} | {Own(ClockSource.PreciseTime):0} | {Own(ClockSource.TimestampCounter):0} | {verdict?.State.ToDocumentName()} {verdict?.Cause.ToDocumentName()} {verdict?.Confidence?.ToDocumentName()} | {isRight switch { true => "right", false => "wrong", null => "unclear" }} | {guest.Took.TotalSeconds:0} |\n");

        double? Own(ClockSource source) => guest.Document?.Clocks.FirstOrDefault(clock => clock.Source == source)?.CallNs?.Median.Nanoseconds;
    }
}
