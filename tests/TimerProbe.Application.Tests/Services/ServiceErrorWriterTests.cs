namespace TimerProbe.Application.Tests.Services;

public sealed class ServiceErrorWriterTests : IDisposable
{
    private readonly List<(bool IsError, string Text)> _events = [];
    private readonly ServiceErrorWriter _talk;
    private bool _running;

    public ServiceErrorWriterTests() => _talk = new ServiceErrorWriter(() => _running, (isError, text) => _events.Add((isError, text)));

    [Fact]
    public void A_start_that_fails_is_one_event_with_all_that_was_said()
    {
        _talk.WriteLine("timerprobe: unrecognized option '--evry'");
        _talk.WriteLine("Try 'timerprobe watch --help'.");
        Assert.Empty(_events);
        _talk.End(2);
        Assert.Equal([(true, "timerprobe: unrecognized option '--evry'\nTry 'timerprobe watch --help'.\nThe service ended with exit code 2.")], _events);
    }

    [Fact]
    public void While_it_runs_each_complaint_is_an_event_at_once()
    {
        _running = true;
        _talk.WriteLine("timerprobe: cannot write 'watch.jsonl', and will try again: disk full");
        _talk.WriteLine("timerprobe: not saved for now: no answer");
        Assert.Equal([false, false], _events.Select(item => item.IsError));
        Assert.EndsWith("no answer", _events[1].Text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_service_that_ends_well_and_said_nothing_leaves_no_event()
    {
        _talk.End(0);
        Assert.Empty(_events);
    }

    [Fact]
    public void What_was_said_before_it_ran_is_a_warning_when_it_ends_well()
    {
        _talk.WriteLine("timerprobe: not saved for now: no answer");
        _talk.End(0);
        Assert.Equal([(false, "timerprobe: not saved for now: no answer")], _events);
    }

    [Fact]
    public void A_line_may_come_in_pieces_and_its_control_characters_command_nothing()
    {
        _talk.Write("at ");
        _talk.Write('\u001b');
        _talk.WriteLine("[2J the end");
        _talk.Write("half a line");
        _talk.End(1);
        Assert.Equal("at \uFFFD[2J the end\nhalf a line\nThe service ended with exit code 1.", Assert.Single(_events).Text);
    }

    public void Dispose() => _talk.Dispose();
}
