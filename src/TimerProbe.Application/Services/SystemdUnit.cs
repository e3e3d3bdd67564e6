using System.Text;

namespace TimerProbe.Application.Services;

/// <summary>The unit of the watch: a user of its own for as long as it runs, and no more rights than it needs.</summary>
internal static class SystemdUnit
{
    public const string Name = "timerprobe-watch";

    /// <exception cref="UseCaseException">An option cannot stand in a unit.</exception>
    public static string Write(WatchServiceSettings settings)
    {
        var places = string.Concat(settings.Files.Select(file => Path.GetDirectoryName(file)!).Where(IsElsewhere).Distinct(StringComparer.Ordinal).Select(folder => $"ReadWritePaths={Quoted(folder)}\n"));
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
    private static bool IsElsewhere(string folder) => folder != $"/var/lib/{Name}" && !folder.StartsWith($"/var/lib/{Name}/", StringComparison.Ordinal);

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
