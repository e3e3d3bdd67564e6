using TimerProbe.Application.Services;

namespace TimerProbe.Application.Tests.Services;

public sealed class SystemdUnitTests
{
    private static readonly WatchServiceSettings Settings = new() { Executable = "/opt/time $probe 100%/timerprobe" };

    [Fact]
    public void The_program_is_quoted_and_only_an_argument_has_its_dollars_doubled() => Assert.Equal(
        "\"/opt/time $probe 100%%/timerprobe\" watch --log \"/srv/it's $$HOME\\\\.jsonl\"",
        SystemdUnit.CommandOf(Settings with { Options = ["--log", @"/srv/it's $HOME\.jsonl"] }));

    [Fact]
    public void A_line_in_a_path_does_not_become_a_line_of_the_unit()
    {
        var refused = Assert.Throws<UseCaseException>(() => SystemdUnit.Write(Settings with { Options = ["--log", "/srv/a\nUser=root"] }));
        Assert.Equal(Failure.Usage, refused.Failure);
    }

    [Fact]
    public void Its_own_folder_needs_no_leave_and_another_is_named_once()
    {
        var unit = SystemdUnit.Write(Settings with { Files = ["/var/lib/timerprobe-watch/watch.jsonl", "/srv/metrics/a.prom", "/srv/metrics/b.jsonl"] });
        Assert.Equal(["ReadWritePaths=/srv/metrics"], unit.Split('\n').Where(line => line.StartsWith("ReadWritePaths", StringComparison.Ordinal)));
    }
}
