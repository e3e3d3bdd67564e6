namespace TimerProbe.Application.Tests.Watching;

public sealed class WaitingLinesTests
{
    private readonly SimulatedMachine _machine = new();
    private readonly List<WatchLine> _written = [];
    private readonly List<string> _said = [];

    [Fact]
    public void What_a_full_disk_does_not_take_is_said_once_and_written_a_minute_later_in_its_order()
    {
        var tries = 0;
        var isFull = true;
        var lines = Lines(_ =>
        {
            tries++;
            return isFull ? "the disk is full" : null;
        });
        var told = Told(3);
        lines.Append(told[0]);
        lines.Append(told[1]);
        for (var sample = 0; sample < 12; sample++)
        {
            _machine.Pass(TimeSpan.FromSeconds(10));
            lines.Sampled();
        }

        Assert.Equal((4, true, 1), (tries, lines.IsRefused, _said.Count));
        isFull = false;
        _machine.Pass(TimeSpan.FromMinutes(1));
        lines.Sampled();
        Assert.False(lines.IsRefused);
        lines.Append(told[2]);
        Assert.Equal(told, _written);

        isFull = true;
        lines.Append(told[0]);
        Assert.Equal(["the disk is full", "the disk is full"], _said);
    }

    [Fact]
    public void A_thousand_wait_and_the_oldest_go()
    {
        var isFull = true;
        var lines = Lines(_ => isFull ? "the disk is full" : null);
        var told = Told(1_010);
        told.ForEach(lines.Append);
        isFull = false;
        _machine.Pass(TimeSpan.FromMinutes(1));
        lines.Sampled();
        Assert.Equal(told.Skip(10), _written);
    }

    private WaitingLines Lines(Func<WatchLine, string?> refuse) => new(
        line =>
        {
            var refusal = refuse(line);
            if (refusal is null)
            {
                _written.Add(line);
            }

            return refusal;
        },
        _said.Add,
        _machine);

    private static List<WatchLine> Told(int count)
    {
        var machine = new SimulatedMachine();
        machine.Run(TimeSpan.FromSeconds(1));
        return [.. Enumerable.Range(0, count).Select(_ => machine.Lines[0] with { Id = Guid.NewGuid() })];
    }
}
