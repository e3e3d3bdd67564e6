namespace TimerProbe.EndToEnd.Server;

/// <summary>The sample of a unit under a real systemd, in namespaces of its own.</summary>
[Trait("Run", "all")]
public sealed class UnitTests
{
    private const int NoSecondSystemd = 77;

    private static string Node => Path.Combine(Repository.Root, "artifacts", "publish", "server-linux-x64", "timerprobe-server");

    [Fact]
    public async Task The_unit_is_started_begun_again_and_stopped()
    {
        Needs.Linux();
        Requirement.Met(File.Exists(Node), "the server's single file for Linux is not published: run tests/run all");
        var lab = await new ProgramRun("bash", [Path.Combine(Repository.Root, "tests", "lab", "systemd", "try"), Node]).RunAsync();
        Assert.SkipWhen(lab.ExitCode == NoSecondSystemd, lab.Error);
        Assert.True(lab.ExitCode == 0, $"{lab}");
        Assert.Contains("ActiveState=active SubState=running", lab.Out, StringComparison.Ordinal);
        Assert.Contains("User=timerprobe-server", lab.Out, StringComparison.Ordinal);
        Assert.Contains("/healthz: ok", lab.Out, StringComparison.Ordinal);
        Assert.Contains("after kill -9 it was started again: ok", lab.Out, StringComparison.Ordinal);
        Assert.Contains("Result=success ExecMainStatus=0 ActiveState=inactive", lab.Out, StringComparison.Ordinal);
        Assert.Contains("kept: private/timerprobe/timerprobe.db (-rw-r-----)", lab.Out, StringComparison.Ordinal);
        Assert.Equal(2, lab.Out.Split("said: ready").Length - 1);
        Assert.Equal(1, lab.Out.Split("the first token, shown only now").Length - 1);
    }
}
