namespace TimerProbe.Guest.Tests.Inspection.Linux;

public sealed class TimeServicesTests
{
    [Fact]
    public void Two_services_are_both_named() =>
        Assert.Equal(["chronyd", "systemd-timesyncd"], TimeServices.FromProcesses([("1", "systemd"), ("7", "systemd-timesyn"), ("9", "chronyd"), ("10", "chronyd"), ("11", "bash")]));

    [Fact]
    public void None_is_none() => Assert.Empty(TimeServices.FromProcesses([("1", "systemd"), ("11", "bash")])!);

    [Fact]
    public void Where_the_processes_of_others_are_hidden_nothing_is_said() => Assert.Null(TimeServices.FromProcesses([("11", "bash"), ("12", "chronyd")]));
}
