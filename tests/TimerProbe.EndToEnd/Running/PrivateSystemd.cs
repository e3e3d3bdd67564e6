namespace TimerProbe.EndToEnd.Running;

/// <summary>A view of this machine in which systemd seems to run it: systemctl notes what it is asked for.</summary>
internal sealed class PrivateSystemd : IDisposable
{
    private const string Places = """
        mount --bind "$1/systemctl" /usr/bin/systemctl
        mount -t tmpfs none /run
        mkdir -p /run/systemd/system
        shift
        exec "$@"
        """;

    private readonly TemporaryFolder _folder = new();

    public PrivateSystemd()
    {
        Needs.Program("systemctl");
        Needs.Root("to put a program in systemctl's place");
        var systemctl = $"""
            #!/bin/sh
            echo "$*" >>'{_folder["asked"]}'

            """;
        _folder.WriteProgram("systemctl", systemctl);
    }

    /// <summary>What systemctl was asked for, a line each.</summary>
    public IReadOnlyList<string> Asked => File.Exists(_folder["asked"]) ? File.ReadAllLines(_folder["asked"]) : [];

    public ProgramRun Run(params IEnumerable<string> command) => new("unshare", ["--mount", "sh", "-ec", Places, "sh", _folder.Path, .. command]);

    public void Dispose() => _folder.Dispose();
}
