using TimerProbe.EndToEnd.Running;

namespace TimerProbe.EndToEnd.Watch;

/// <summary><c>timerprobe service</c> on Linux, with a systemctl that notes what it is asked for in place of systemd.</summary>
public sealed class SystemdServiceCommandTests
{
    [Fact]
    public async Task It_is_installed_looked_at_and_removed()
    {
        using var machine = new PrivateSystemd();
        Assert.Equal("service  timerprobe-watch.service\nstate    not installed\n", await machine.ServiceAsync("status"));

        Assert.Equal($"timerprobe-watch.service is installed and running: {PrivateSystemd.Program} watch --every 1m\n", await machine.ServiceAsync("install", "--every", "1m"));
        Assert.Equal(await machine.ServiceAsync("install", "--every", "1m", "--print"), $"# /etc/systemd/system/timerprobe-watch.service\n{machine.Unit}");
        Assert.Equal("timerprobe-watch.service is already installed and running\n", await machine.ServiceAsync("install", "--every", "1m"));
        Assert.Equal("timerprobe-watch.service is already installed and running\n", await machine.ServiceAsync("install"));
        var other = await machine.Run(PrivateSystemd.Program, "service", "install", "--every", "2m").RunAsync();
        Assert.Equal((3, ""), (other.ExitCode, other.Out));
        Assert.Contains("timerprobe-watch.service is installed with another command", other.Error, StringComparison.Ordinal);

        Assert.Equal(
            $"service    timerprobe-watch.service\ncommand    {PrivateSystemd.Program} watch --every 1m\nstate      active (running)\nstarts     enabled\nprocess    4711\nexit code  0\n",
            await machine.ServiceAsync("status"));

        Assert.Equal("timerprobe-watch.service is stopped and removed; the files it wrote are kept\n", await machine.ServiceAsync("remove"));
        Assert.Null(machine.Unit);
        Assert.Equal("timerprobe-watch.service is not installed\n", await machine.ServiceAsync("remove"));
        Assert.Equal(
            [
                "daemon-reload", "enable --now timerprobe-watch.service", "enable --now timerprobe-watch.service", "enable --now timerprobe-watch.service",
                "show timerprobe-watch.service --property=ActiveState,SubState,UnitFileState,MainPID,ExecMainStatus",
                "disable --now timerprobe-watch.service", "daemon-reload",
            ],
            machine.Asked);
    }

    [Fact]
    public async Task What_systemctl_refuses_is_told()
    {
        using var machine = new PrivateSystemd("echo 'Failed to start timerprobe-watch.service: Unit is masked.' >&2; exit 1");
        var result = await machine.Run(PrivateSystemd.Program, "service", "install").RunAsync();
        Assert.Equal((3, ""), (result.ExitCode, result.Out));
        Assert.Contains("Unit is masked.", result.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Only_root_installs_and_removes()
    {
        using var machine = new PrivateSystemd();
        foreach (var what in new[] { "install", "remove" })
        {
            var result = await machine.Run("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", PrivateSystemd.Program, "service", what).RunAsync();
            Assert.Equal((3, "", "timerprobe: installing or removing a service requires root: run it with sudo"), (result.ExitCode, result.Out, result.Error.Trim()));
        }

        Assert.Empty(machine.Asked);
    }

    [Fact]
    public async Task A_program_that_the_service_could_not_see_is_refused()
    {
        using var machine = new PrivateSystemd();
        var result = await machine.Run("/var/tmp/timerprobe", "service", "install").RunAsync();
        Assert.Equal((3, "", "timerprobe: the service cannot see home folders or /tmp: copy /var/tmp/timerprobe to /usr/local/bin and run it from there"), (result.ExitCode, result.Out, result.Error.Trim()));
        Assert.Empty(machine.Asked);
    }

    [Fact]
    public async Task Systemd_finds_nothing_wrong_with_the_unit()
    {
        Needs.Program("systemd-analyze");
        using var folder = new TemporaryFolder();
        string[][] forms = [[], ["--save"], ["--reference", "ntp.example.org"], ["--log", "/var/log/a b/50%/it's \"so\" \\ $HOME.jsonl", "--every", "1m"]];
        foreach (var options in forms)
        {
            var printed = await TimerProbeProgram.Fastest.With("service", "install", "--print").With(options).RunAsync();
            Assert.True(printed.ExitCode == 0, printed.Error);
            var unit = folder.Write("timerprobe-watch.service", printed.Out);
            var verified = await new ProgramRun("systemd-analyze", ["verify", unit]).RunAsync();
            Assert.Equal((0, ""), (verified.ExitCode, verified.Error));
            // 10 is no protection at all; a service that may do nothing but read and connect is at about 3.
            var security = await new ProgramRun("systemd-analyze", ["security", "--offline=yes", "--no-pager", "--threshold=40", unit]).RunAsync();
            Assert.True(security.ExitCode == 0, security.Out + security.Error);
        }
    }

    [Fact]
    public async Task What_is_quoted_in_the_unit_is_read_as_it_was_given()
    {
        Needs.Linux();
        var printed = await TimerProbeProgram.Fastest.With("service", "install", "--print", "--log", "/var/log/a b/50%/it's \"so\" \\ $HOME.jsonl").RunAsync();
        Assert.Contains("""timerprobe watch --log "/var/log/a b/50%%/it's \"so\" \\ $$HOME.jsonl" """.Trim(), printed.Out, StringComparison.Ordinal);
        Assert.Contains("\nReadWritePaths=\"/var/log/a b/50%%\"\n", printed.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task It_may_speak_to_others_only_where_an_option_asks_for_it()
    {
        Needs.Linux();
        var alone = await TimerProbeProgram.Fastest.With("service", "install", "--print", "--save").RunAsync();
        Assert.Contains("\nPrivateNetwork=yes\n", alone.Out, StringComparison.Ordinal);
        var asking = await TimerProbeProgram.Fastest.With("service", "install", "--print", "--reference", "ntp.example.org").RunAsync();
        Assert.DoesNotContain("PrivateNetwork", asking.Out, StringComparison.Ordinal);
        Assert.Contains("\nRestrictAddressFamilies=AF_INET AF_INET6 AF_NETLINK AF_UNIX\n", asking.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_configuration_that_a_variable_names_becomes_an_option()
    {
        Needs.Linux();
        using var folder = new TemporaryFolder();
        var file = folder.Write("timerprobe.json", "{}");
        var printed = await TimerProbeProgram.Fastest.With("service", "install", "--print").WithEnvironment("TIMERPROBE_CONFIG", file).RunAsync();
        Assert.Contains($"timerprobe watch --config {file}\n", printed.Out, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("submit the run to a timerprobe-server on that store", "--save", "--store", "postgres://probe:secret@db.example.org/timerprobe")]
    [InlineData("--store has no effect without --save", "--store", "watch.db")]
    [InlineData("--every takes a duration", "--every", "often")]
    public async Task Options_that_the_watch_would_refuse_are_refused_at_once(string why, params string[] options)
    {
        Needs.Linux();
        var result = await TimerProbeProgram.Fastest.With("service", "install", "--print").With(options).RunAsync();
        Assert.Equal((2, ""), (result.ExitCode, result.Out));
        Assert.Contains(why, result.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("secret", result.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Where_systemd_does_not_run_a_sentence_says_so()
    {
        Needs.Linux();
        Assert.SkipWhen(Directory.Exists("/run/systemd/system"), "systemd runs this machine");
        var result = await TimerProbeProgram.Fastest.With("service", "install").RunAsync();
        Assert.Equal((3, ""), (result.ExitCode, result.Out));
        Assert.Contains("systemd does not run this machine", result.Error, StringComparison.Ordinal);
    }
}
