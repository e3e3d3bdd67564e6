using System.Globalization;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Statistics;
using TimerProbe.Core.Units;
using TimerProbe.Core.Verdicts;
using TimerProbe.Guest.Measuring;

namespace TimerProbe.Cli.Output.Check;

/// <summary>The clocks side by side, with as many columns as the width allows.</summary>
internal static class ClockTable
{
    private const int BarLength = 10;

    // Of fewer batches the extremes would stand for a spread.
    private static readonly int SmallestSample = OrderStatistics.SmallestSample(MeasuringPlan.Misrate);

    public static void Write(Page page, CheckDocument document)
    {
        var longest = document.Clocks.Where(HasBar).Select(clock => clock.CallNs!.Median.Nanoseconds).DefaultIfEmpty(1).Max();
        var table = new TextTable(indent: 2);
        foreach (var clock in document.Clocks.Where(clock => clock.CallNs is not null))
        {
            table.Add(
                clock.Source == ClockSource.PreciseTime ? Styles.Of(document.Verdict.State) : null,
                new Cell(Label(clock.Source, document.Machine.Hypervisor.Present == true)),
                new Cell(clock.Api, Rank: 2),
                new Cell(clock.CallNs!.Median.ToString(), Right: true),
                new Cell(clock.Batches < SmallestSample ? "" : Spread(clock.CallNs), Rank: 4),
                new Cell(Rate(clock), Right: true, Rank: 3),
                new Cell(HasBar(clock) ? Bar(clock.CallNs.Median.Nanoseconds / longest, page.Style) : "", Rank: 5),
                new Cell(Note(clock, document.Verdict.State), Rank: 1));
        }

        var control = document.Control;
        table.Add(
            style: null,
            new Cell("arithmetic"),
            new Cell("control, reads no clock", Rank: 2),
            new Cell(control.MedianNs.ToString(), Right: true),
            new Cell("", Rank: 4),
            new Cell("", Rank: 3),
            new Cell("", Rank: 5),
            new Cell(control.Starved ? "starved" : "normal", Rank: 1));
        table.Write(page);
        foreach (var missing in document.Clocks.Where(clock => clock.CallNs is null))
        {
            page.Paragraph($"{missing.Api} not measured: {missing.Why}", indent: 2, Styles.Faint);
        }
    }

    private static string Label(ClockSource source, bool inVirtualMachine) => source switch
    {
        ClockSource.PreciseTime => "precise time",
        ClockSource.CoarseTime => "coarse time",
        ClockSource.Counter => "counter",
        ClockSource.TimestampCounter => "timestamp",
        ClockSource.TimestampCounterOrdered => "in order",
        ClockSource.VmExit => inVirtualMachine ? "VM exit" : "CPUID",
        _ => "empty call",
    };

    private static bool HasBar(ClockFacts clock) => clock.CallNs is not null && clock.Source is not (ClockSource.VmExit or ClockSource.EmptyCall);

    /// <summary>From where to where the median lay within this run, where it shows in the digits.</summary>
    private static string Spread(CallCost cost)
    {
        var (low, high) = (Digits(cost.Low), Digits(cost.High));
        return low == high ? "" : $"{low}-{high}";
    }

    private static string Digits(Duration cost) =>
        cost.Nanoseconds.ToString(cost.Nanoseconds < 10 ? "0.#" : "#,0", CultureInfo.InvariantCulture);

    private static string Rate(ClockFacts clock) => clock.Source == ClockSource.VmExit || clock.CallsPerSecond is not { } calls
        ? ""
        : (calls / 1e6).ToString(calls < 10_000_000 ? "0.00" : "#,0", CultureInfo.InvariantCulture) + " M/s";

    private static string Bar(double share, TextStyle style) =>
        string.Concat(Enumerable.Repeat(style.Block, (int)Math.Round(Math.Clamp(share, 0, 1) * BarLength)));

    private static string Note(ClockFacts clock, ClockState state) => clock switch
    {
        { Source: ClockSource.PreciseTime } => state.ToDocumentName(),
        { Source: ClockSource.TimestampCounter or ClockSource.TimestampCounterOrdered, RatioToVmExit: { Median: >= VerdictTable.TrappedRatio } ratio } =>
            string.Create(CultureInfo.InvariantCulture, $"{ratio.Median:0.0} x VM exit"),
        { CallNs: { } cost, Source: ClockSource.TimestampCounter } when cost.Median < VerdictTable.NativeTscLimit => "native",
        _ => "",
    };
}
