namespace TimerProbe.Cli.Tests.Answers;

/// <summary>A history answers on a screen or two: a machine's, and the fleet's where no machine is named.</summary>
public sealed class HistoryAnswerTests
{
    private const int Screen = 40;

    private static readonly HistoryDocument Fleet = SampleHistory.Empty with
    {
        Subject = new HistorySubject(
            SubjectKind.Vcenter, "2 vCenters", Server: null, Id: null, SmbiosUuid: null, FirstSeenAt: null, GoneAt: null, ScannedAt: null),
        Scans = [.. Enumerable.Range(0, 40).Select(number => new HistoryScan(
            SampleHistory.From.AddHours(6 * number), Guid.CreateVersion7(), IsFull: number != 30, Hosts: 15, 60 - number, number, 2, 1))],
        SlowNow = 3,
        Changes = SampleHistory.Machine.Changes,
    };

    [Fact]
    public void A_machine_is_told_in_one_screen()
    {
        var text = Written.Of(HistoryText.Write, SampleHistory.Machine, new TextView(Transcript.Terminal, Detail.Summary));

        Transcript.AssertFits(text, Screen);
        Transcript.AssertIs("history-machine", text);
    }

    [Fact]
    public void The_fleet_is_told_in_one_screen()
    {
        var text = Written.Of(HistoryText.Write, Fleet, new TextView(Transcript.Terminal, Detail.Summary));

        Transcript.AssertFits(text, Screen);
        Transcript.AssertIs("history-fleet", text);
    }

    [Fact]
    public void Every_scan_of_the_fleet_is_there_in_full_and_in_a_spreadsheet()
    {
        var text = Written.Of(HistoryText.Write, Fleet, new TextView(Transcript.Terminal, Detail.Full));

        Assert.All(Fleet.Scans, scan => Assert.Contains($"{scan.At.UtcDateTime:yyyy-MM-dd HH:mm}", text, StringComparison.Ordinal));
        Assert.Equal(Fleet.Scans.Count, Written.Of(HistoryCsv.Write, Fleet).Split('\n').Count(line => line.StartsWith("scan,", StringComparison.Ordinal)));
    }

    [Fact]
    public void A_fleet_without_machines_away_has_no_bars_above_the_line() => Assert.Contains(
        "0 away now (0 throughout)",
        Written.Of(HistoryText.Write, Fleet with { Scans = [.. Fleet.Scans.Select(scan => scan with { Away = 0 })] },
            new TextView(Transcript.Terminal with { Unicode = false }, Detail.Summary)),
        StringComparison.Ordinal);
}
