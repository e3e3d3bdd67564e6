namespace TimerProbe.Guest.Tests.Watching;

public sealed class HostReaderTests
{
    private readonly FakeTime _time = new();

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void The_session_alone_is_one_question_and_everything_has_the_hosts_speed_and_the_path_of_a_read(bool everything)
    {
        using var toolbox = new FakeToolbox("""echo "$*" >> "$(dirname "$0")/asked";""" + FakeToolbox.Answering);
        var reader = new HostReader(toolbox.Program, _time);
        reader.Ask(everything);
        var answer = Answer(reader);
        Assert.Equal(("0x66bf7a1c03d0a2e1", everything ? 2593 : null), (answer.Reading.SessionId, (int?)answer.Reading.HostHz?.Megahertz));
        Assert.Equal(everything, answer.Path is not null);
        Assert.Equal(!everything, File.ReadAllLines(Path.Combine(toolbox.Folder, "asked")) is ["stat sessionid"]);
    }

    [Fact]
    public void Tools_that_hang_hold_nobody_up_and_answer_nothing()
    {
        using var toolbox = new FakeToolbox("sleep 60");
        var reader = new HostReader(toolbox.Program, _time);
        reader.Ask(everything: false);
        Assert.Null(reader.Answer());
        reader.Ask(everything: false);
        Assert.Null(Answer(reader).Reading.SessionId);
        Assert.Null(reader.Answer());
    }

    [Fact]
    public void Without_tools_nothing_is_asked()
    {
        var reader = new HostReader(program: null, _time);
        reader.Ask(everything: false);
        Assert.Null(reader.Answer());
    }

    private static (HostReading Reading, ClockPath? Path) Answer(HostReader reader)
    {
        (HostReading Reading, ClockPath? Path)? answer = null;
        Assert.True(SpinWait.SpinUntil(() => (answer = reader.Answer()) is not null, TimeSpan.FromSeconds(60)));
        return answer!.Value;
    }
}
