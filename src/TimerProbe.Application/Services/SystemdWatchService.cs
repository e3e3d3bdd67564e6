using System.Text;
using TimerProbe.Files;
using TimerProbe.Guest.Services;

namespace TimerProbe.Application.Services;

internal sealed class SystemdWatchService : IWatchService
{
    private const string Unit = SystemdUnit.Name + ".service";
    private const string File = $"{Systemd.Units}/{Unit}";

    // ProtectHome and PrivateTmp take these away from it.
    private static readonly string[] OutOfSight = ["/home/", "/root/", "/run/user/", "/tmp/", "/var/tmp/"];

    public string Plan(WatchServiceSettings settings) => $"# {File}\n{SystemdUnit.Write(settings)}";

    public string Install(WatchServiceSettings settings, CancellationToken cancel)
    {
        AssertPossible();
        if (Array.Exists(OutOfSight, folder => settings.Executable.StartsWith(folder, StringComparison.Ordinal)))
        {
            throw new UseCaseException(
                Failure.NotPossible,
                $"the service cannot see home folders or /tmp: copy {settings.Executable} to /usr/local/bin and run it from there");
        }

        var unit = SystemdUnit.Write(settings);
        var old = Read();
        // Asked for without options, as an upgrade may, one of this program keeps its own.
        var keeps = settings.Options.Count == 0
            && old?.Contains($"\nExecStart={SystemdUnit.CommandOf(settings)}", StringComparison.Ordinal) == true;
        if (old is not null && old != unit && !keeps)
        {
            throw new UseCaseException(
                Failure.NotPossible, $"{Unit} is installed with another command, {CommandOf(old)}: run 'timerprobe service remove' first");
        }

        if (old is null)
        {
            Write(unit);
            Control(["daemon-reload"], $"{Unit} is installed, but systemd does not read it", cancel);
        }

        Control(["enable", "--now", Unit], $"{Unit} is installed, but does not start (journalctl -u {Unit} shows more)", cancel);
        return old is null ? $"{Unit} is installed and running: {CommandOf(unit)}" : $"{Unit} is already installed and running";
    }

    public string Remove(CancellationToken cancel)
    {
        AssertPossible();
        if (Read() is null)
        {
            return $"{Unit} is not installed";
        }

        Control(["disable", "--now", Unit], $"{Unit} does not stop", cancel);
        Change(() => System.IO.File.Delete(File));
        Control(["daemon-reload"], $"{Unit} is removed, but systemd still knows it", cancel);
        return $"{Unit} is stopped and removed; the files it wrote are kept";
    }

    public IReadOnlyList<ServiceFact> Status(CancellationToken cancel)
    {
        if (Read() is not { } unit)
        {
            return [new("service", Unit), new("state", "not installed")];
        }

        List<ServiceFact> facts = [new("service", Unit), new("command", CommandOf(unit))];
        if (Systemd.WhyNot is { } whyNot)
        {
            return [.. facts, new("state", $"unknown: {whyNot}")];
        }

        string[] asked = ["ActiveState", "SubState", "UnitFileState", "MainPID", "ExecMainStatus"];
        var (output, why) = Systemd.Control(["show", Unit, $"--property={string.Join(',', asked)}"], cancel);
        if (why is not null)
        {
            throw new UseCaseException(Failure.NotPossible, $"systemctl does not report the state of {Unit}: {why}");
        }

        var reported = output.Split('\n')
            .Select(line => line.Split('=', 2))
            .Where(pair => pair.Length == 2)
            .ToDictionary(pair => pair[0], pair => pair[1].Trim(), StringComparer.Ordinal);
        return
        [
            .. facts,
            new("state", $"{Value("ActiveState")} ({Value("SubState")})"),
            new("starts", Value("UnitFileState")),
            new("process", Value("MainPID") == "0" ? "none" : Value("MainPID")),
            new("exit code", Value("ExecMainStatus")),
        ];

        string Value(string property) => reported.GetValueOrDefault(property, "unknown");
    }

    private static void AssertPossible()
    {
        if (Systemd.WhyNot is { } why)
        {
            throw new UseCaseException(
                Failure.NotPossible, $"{why}, so it runs no services; 'timerprobe service install --print' shows the unit");
        }

        if (!Environment.IsPrivilegedProcess)
        {
            throw new UseCaseException(Failure.NotPossible, "installing or removing a service requires root: run it with sudo");
        }
    }

    private static string? Read()
    {
        try
        {
            return System.IO.File.Exists(File) ? System.IO.File.ReadAllText(File) : null;
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            throw new UseCaseException(Failure.NotPossible, $"cannot read {File}: {refused.Message}", refused);
        }
    }

    private static void Write(string unit) => Change(() =>
    {
        using var file = new ReplacedFile(File, NewFileMode.Collected);
        file.Stream.Write(Encoding.UTF8.GetBytes(unit));
        file.Commit(TimeSpan.Zero);
        if (!OperatingSystem.IsWindows())
        {
            // Whatever the umask of who installs it: everybody may see which services there are.
            System.IO.File.SetUnixFileMode(File, NewFileMode.Collected);
        }
    });

    private static void Change(Action change)
    {
        try
        {
            change();
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            throw new UseCaseException(Failure.NotPossible, $"cannot change {File}: {refused.Message}", refused);
        }
    }

    private static void Control(IEnumerable<string> arguments, string otherwise, CancellationToken cancel)
    {
        if (Systemd.Control(arguments, cancel).Why is { } why)
        {
            throw new UseCaseException(Failure.NotPossible, $"{otherwise}: {why}");
        }
    }

    private static string CommandOf(string unit) =>
        unit.Split('\n').FirstOrDefault(line => line.StartsWith("ExecStart=", StringComparison.Ordinal))?["ExecStart=".Length..] ?? "none";
}

/// <summary>The unit of the watch: a user of its own for as long as it runs, and no more rights than it needs.</summary>
internal static class SystemdUnit
{
    public const string Name = "timerprobe-watch";

    /// <exception cref="UseCaseException">An option cannot stand in a unit.</exception>
    public static string Write(WatchServiceSettings settings)
    {
        var places = string.Concat(
            settings.Files.Select(file => Path.GetDirectoryName(file)!)
                .Where(IsElsewhere)
                .Distinct(StringComparer.Ordinal)
                .Select(folder => $"ReadWritePaths={Quoted(folder)}\n"));
        var network = settings.Connects
            ? "RestrictAddressFamilies=AF_INET AF_INET6 AF_NETLINK AF_UNIX"
            : "PrivateNetwork=yes\nRestrictAddressFamilies=AF_UNIX";
        return $"""
            # Made by timerprobe service install; timerprobe service remove takes it away.
            [Unit]
            Description=Watch this machine's clocks

            [Service]
            Type=notify
            ExecStart={CommandOf(settings)}
            Restart=on-failure
            RestartSec=30s
            DynamicUser=yes
            StateDirectory={Name}
            WorkingDirectory=%S/{Name}
            Environment=XDG_DATA_HOME=%S/{Name} XDG_STATE_HOME=%S/{Name}
            {places}UMask=0027
            CapabilityBoundingSet=
            LockPersonality=yes
            NoNewPrivileges=yes
            PrivateTmp=yes
            ProtectControlGroups=yes
            ProtectHome=yes
            ProtectKernelLogs=yes
            ProtectKernelModules=yes
            ProtectKernelTunables=yes
            ProtectSystem=strict
            {network}
            RestrictNamespaces=yes
            RestrictRealtime=yes
            SystemCallArchitectures=native

            [Install]
            WantedBy=multi-user.target

            """;
    }

    /// <exception cref="UseCaseException">An option cannot stand in a unit.</exception>
    public static string CommandOf(WatchServiceSettings settings) =>
        string.Join(' ', settings.Options.Select(Argument).Prepend("watch").Prepend(Quoted(settings.Executable)));

    /// <summary>Other folders than its own, which systemd makes.</summary>
    private static bool IsElsewhere(string folder) =>
        folder != $"/var/lib/{Name}" && !folder.StartsWith($"/var/lib/{Name}/", StringComparison.Ordinal);

    /// <summary>In an argument systemd also fills in variables.</summary>
    private static string Argument(string text) => Quoted(text).Replace("$", "$$", StringComparison.Ordinal);

    private static string Quoted(string text)
    {
        if (text.Any(char.IsControl))
        {
            throw new UseCaseException(Failure.Usage, $"a systemd unit cannot contain control characters: {text}");
        }

        var escaped = new StringBuilder(text).Replace("\\", "\\\\").Replace("\"", "\\\"").Replace("%", "%%").ToString();
        return escaped.Length > 0 && !escaped.AsSpan().ContainsAny(" ;'\\") ? escaped : $"\"{escaped}\"";
    }
}
