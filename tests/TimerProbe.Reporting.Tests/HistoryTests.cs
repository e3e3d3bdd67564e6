namespace TimerProbe.Reporting.Tests;

public sealed class HistoryTests
{
    private static readonly DateTimeOffset From = SampleHistory.From;

    [Fact]
    public void Places_are_cut_to_the_window_and_end_with_the_last_scan() => Assert.Equal(
        [new TimelineSpan(From, From.AddDays(4).AddMinutes(-144), "home"), new(From.AddDays(4)
            .AddMinutes(-144), From.AddDays(6), "away"), new(From.AddDays(6), From.AddDays(7), "off"), new(From.AddDays(7), From.AddDays(9), "home")],
        Timeline.Create(SampleHistory.Machine).Places);

    [Fact]
    public void A_clock_is_as_measured_until_something_happened_that_can_change_it() => Assert.Equal(
        [new TimelineSpan(From.AddDays(1), From.AddDays(4).AddMinutes(-144), "healthy"), new(From.AddDays(5), From.AddDays(6), "slow")],
        Timeline.Create(SampleHistory.Machine).Clock);

    [Fact]
    public void A_change_at_the_very_time_of_a_measurement_does_not_end_it()
    {
        var document = SampleHistory.Machine with { Measurements = [SampleHistory.Machine.Measurements[1] with { At = From.AddDays(7), State = ClockState.Check }] };
        Assert.Equal([new TimelineSpan(From.AddDays(7), From.AddDays(8), "check")], Timeline.Create(document).Clock);
    }

    [Fact]
    public void Measurements_of_one_verdict_with_nothing_in_between_are_one_row()
    {
        var measured = SampleHistory.Machine.Measurements[0];
        var document = SampleHistory.Machine with { Measurements = [.. Enumerable.Range(0, 40).Select(hour => measured with { At = From.AddDays(3).AddHours(hour) })] };
        Assert.Equal(
            [("25 ns a call, by check; and 21 times more until 2026-11-04 21:00", From.AddDays(3)), ("25 ns a call, by check; and 1 time more until 2026-11-04 23:00", From.AddDays(3).AddHours(22)), ("25 ns a call, by check; and 15 times more until 2026-11-05 15:00", From.AddDays(4))],
            HistoryEntry.From(document).Where(row => row.What == "measured healthy").Select(row => (row.Detail, row.At)));
    }

    [Fact]
    public void Of_a_cluster_what_began_before_is_told_of_machines_away_only() =>
        Assert.DoesNotContain(HistoryEntry.From(SampleHistory.Cluster), row => row.At < From);

    [Fact]
    public void A_cluster_tells_how_many_were_away() => Assert.Equal(
        [("home", 0), ("away", 12), ("away", 1), ("home", 0)], Timeline.Create(SampleHistory.Cluster).Places.Select(stretch => (stretch.Kind, stretch.Count)));

    [Fact]
    public void Each_state_change_and_measurement_is_a_row_in_the_order_of_time()
    {
        using var csv = new CsvReader(new StringReader(Written.Of(HistoryCsv.Write, SampleHistory.Machine)), CultureInfo.InvariantCulture);
        csv.Read();
        csv.ReadHeader();
        var rows = new List<(string Row, string At, string Kind)>();
        while (csv.Read())
        {
            rows.Add((csv["row"]!, csv["at"]!, csv["kind"]!));
        }

        Assert.Equal(11, rows.Count);
        Assert.Equal(rows.OrderBy(row => row.At, StringComparer.Ordinal).Select(row => row.At), rows.Select(row => row.At));
        Assert.Equal(["change", "state", "measurement"], rows.Select(row => row.Row).Distinct().OrderBy(row => row == "change" ? 0 : row == "state" ? 1 : 2));
    }
}
