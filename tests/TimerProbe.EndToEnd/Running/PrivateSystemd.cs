namespace TimerProbe.EndToEnd.Running;

/// <summary>
/// A view of this machine in which systemd seems to run it: the folder of units is empty, and systemctl notes what it is asked for. The program
/// is in /usr/local/bin, and in /var/tmp.
/// </summary>
internal sealed class PrivateSystemd : IDisposable
{
    public const string Program = "/usr/local/bin/timerprobe";

    private const string Places = """
        mount --bind "$1/units" /etc/systemd/system
        mount --bind "$1/systemctl" /usr/bin/systemctl
        mount --bind "$2" /usr/local/bin
        mount --bind "$2" /var/tmp
        mount -t tmpfs none /run
        mkdir -p /run/systemd/system
        shift 2
        exec "$@"
        """;

    private readonly TemporaryFolder _folder = new();

    /// <param name="then">What systemctl does besides, in sh.</param>
    public PrivateSystemd(string then = "")
    {
        Needs.SelfContained();
        Needs.Program("systemctl");
        Needs.Root("to put a program in systemctl's place");
        Directory.CreateDirectory(_folder["units"]);
        var systemctl = $"""
            #!/bin/sh
            echo "$*" >>'{_folder["asked"]}'
            [ "$1" != show ] || printf 'ActiveState=active\nSubState=running\nUnitFileState=enabled\nMainPID=4711\nExecMainStatus=0\n'
            {then}

            """;
        _folder.WriteProgram("systemctl", systemctl);
    }

    /// <summary>What systemctl was asked for, a line each.</summary>
    public IReadOnlyList<string> Asked => File.Exists(_folder["asked"]) ? File.ReadAllLines(_folder["asked"]) : [];

    /// <summary>The installed unit; null without one.</summary>
    public string? Unit => File.Exists(_folder["units/timerprobe-watch.service"]) ? File.ReadAllText(_folder["units/timerprobe-watch.service"]) : null;

    /// <summary>Any command line there.</summary>
    public ProgramRun Run(params IEnumerable<string> command) =>
        new("unshare", ["--mount", "sh", "-ec", Places, "sh", _folder.Path, Path.GetDirectoryName(TimerProbeProgram.SelfContained.FileName)!, .. command]);

    /// <summary>Runs <c>timerprobe service</c>, which has to work.</summary>
    /// <returns>What it said.</returns>
    public async Task<string> ServiceAsync(params string[] arguments)
    {
        var result = await Run([Program, "service", .. arguments]).RunAsync();
        Assert.True(result.ExitCode == 0, $"{string.Join(' ', arguments)}: {result}");
        return result.Out;
    }

    public void Dispose() => _folder.Dispose();
}
