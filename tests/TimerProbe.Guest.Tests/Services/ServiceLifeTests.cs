namespace TimerProbe.Guest.Tests.Services;

public sealed class ServiceLifeTests
{
    // As winsvc.h numbers them.
    private const uint Stopped = 1;
    private const uint StartPending = 2;
    private const uint StopPending = 3;
    private const uint Running = 4;
    private const uint AcceptStopAndShutdown = 5;

    private readonly List<ServiceStatus> _told = [];
    private readonly ServiceLife _life;
    private int _stops;

    public ServiceLifeTests() => _life = new ServiceLife(_told.Add);

    [Fact]
    public void It_can_be_stopped_when_it_runs_and_only_then_and_the_manager_is_asked_to_wait_before_and_after()
    {
        Live(ServiceState.Starting, ServiceState.Running, ServiceState.Running, ServiceState.Stopping, ServiceState.Stopped);
        Assert.Equal(
            [(StartPending, 0, 1, ServiceLife.WaitHintMs), (Running, AcceptStopAndShutdown, 0, 0), (StopPending, 0, 1, ServiceLife.WaitHintMs), (Stopped, 0u, 0u, 0u)],
            _told.Select(status => (status.CurrentState, status.ControlsAccepted, status.CheckPoint, status.WaitHint)));
    }

    [Fact]
    public void A_sample_that_is_done_after_the_stop_makes_it_run_no_more()
    {
        Live(ServiceState.Starting, ServiceState.Running, ServiceState.Stopping, ServiceState.Running, ServiceState.Stopped, ServiceState.Stopping);
        Assert.Equal([StartPending, Running, StopPending, Stopped], States());
    }

    [Theory]
    [InlineData(0, 0)]
    [InlineData(2, 1066)]
    [InlineData(3, 1066)]
    public void It_ends_with_the_exit_code_of_the_program(int exitCode, uint ofWindows)
    {
        _life.GoTo(ServiceState.Starting);
        _life.GoTo(ServiceState.Stopped, exitCode);
        Assert.Equal((Stopped, ofWindows, (uint)exitCode), (_told[^1].CurrentState, _told[^1].Win32ExitCode, _told[^1].ServiceSpecificExitCode));
    }

    /// <summary>Stop and the end of the system are the same; asked how it is, it is as it said; what it does not know, it says.</summary>
    [Theory]
    [InlineData(1, 0u, StopPending, 1)]
    [InlineData(5, 0u, StopPending, 1)]
    [InlineData(4, 0u, Running, 0)]
    [InlineData(2, 120u, Running, 0)]
    [InlineData(15, 120u, Running, 0)]
    [InlineData(200, 120u, Running, 0)]
    public void A_control_has_its_answer(uint control, uint answer, uint state, int stops)
    {
        Live(ServiceState.Starting, ServiceState.Running);
        Assert.Equal(answer, Answer(control));
        Assert.Equal((state, stops, 2 + stops), (_told[^1].CurrentState, _stops, _told.Count));
    }

    private uint Answer(uint control) => _life.Answer(control, () => _stops++);

    private void Live(params IEnumerable<ServiceState> states)
    {
        foreach (var state in states)
        {
            _life.GoTo(state);
        }
    }

    private IEnumerable<uint> States() => _told.Select(status => status.CurrentState);
}
