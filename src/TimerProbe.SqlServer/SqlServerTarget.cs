using System.Net;

namespace TimerProbe.SqlServer;

/// <summary>The instance that is asked, as people name it: NAME, NAME,PORT, NAME\INSTANCE or (local).</summary>
public sealed record SqlServerTarget
{
    /// <summary>The port of a default instance.</summary>
    public const int DefaultPort = 1433;

    private static readonly string[] LocalNames = ["(local)", ".", "localhost"];

    private SqlServerTarget(string host) => Host = host;

    public string Host { get; }

    /// <summary>The port; null when none was given.</summary>
    public int? Port { get; private init; }

    /// <summary>The name of the instance; null for the default one.</summary>
    public string? Instance { get; private init; }

    public bool Tcp { get; private init; }

    public bool IsLocal => Array.Exists(LocalNames, name => name.Equals(Host, StringComparison.OrdinalIgnoreCase))
        || (IPAddress.TryParse(Host, out var address) && IPAddress.IsLoopback(address))
        || Host.Equals(Environment.MachineName, StringComparison.OrdinalIgnoreCase)
        || Host.StartsWith(Environment.MachineName + ".", StringComparison.OrdinalIgnoreCase);

    /// <summary>The TCP port that must answer; null where a named instance or another protocol finds its own way.</summary>
    internal int? ProbePort => Port ?? (Instance is null && (Tcp || !IsLocal) ? DefaultPort : null);

    internal string ProbeHost => Host is "." or "(local)" ? "localhost" : Host;

    /// <summary>Reads a server as people type it, with or without <c>tcp:</c>.</summary>
    /// <exception cref="SqlServerException">The text names no server.</exception>
    public static SqlServerTarget Parse(string text)
    {
        var rest = text.Trim();
        var tcp = rest.StartsWith("tcp:", StringComparison.OrdinalIgnoreCase);
        rest = tcp ? rest[4..].Trim() : rest;
        int? port = null;
        if (rest.LastIndexOf(',') is >= 0 and var comma)
        {
            port = ParsePort(rest[(comma + 1)..].Trim());
            rest = rest[..comma].Trim();
        }

        string? instance = null;
        if (rest.IndexOf('\\', StringComparison.Ordinal) is >= 0 and var backslash)
        {
            instance = rest[(backslash + 1)..].Trim();
            rest = rest[..backslash].Trim();
        }

        if (!IsHost(rest) || (instance is not null && !IsInstance(instance)))
        {
            throw Unreadable();
        }

        // MSSQLSERVER is the default instance's own name.
        var isDefault = instance is null || instance.Equals("MSSQLSERVER", StringComparison.OrdinalIgnoreCase);
        return new SqlServerTarget(rest.Trim('[', ']')) { Port = port, Instance = isDefault ? null : instance, Tcp = tcp };
    }

    public async Task<IReadOnlyCollection<IPAddress>> ResolveAsync(CancellationToken cancellationToken)
    {
        try
        {
            return await Dns.GetHostAddressesAsync(ProbeHost, cancellationToken);
        }
        catch (SocketException)
        {
            return [];
        }
    }

    public override string ToString() =>
        (Tcp ? "tcp:" : "") + Host + (Instance is null ? "" : "\\" + Instance)
        + (Port is { } port ? "," + port.ToString() : "");

    private static int ParsePort(string text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var port) && port is > 0 and <= IPEndPoint.MaxPort
            ? port
            : throw new SqlServerException(SqlServerErrorKind.Configuration, "the port after the comma is a number from 1 to 65535");

    private static bool IsHost(string host) =>
        host is "(local)" or "."
        || host.Equals("(local)", StringComparison.OrdinalIgnoreCase)
        || IPAddress.TryParse(host.Trim('[', ']'), out _)
        || (host.Length is > 0 and <= 255 && host.All(c => char.IsLetterOrDigit(c) || c is '-' or '.' or '_'));

    private static bool IsInstance(string instance) =>
        instance.Length is > 0 and <= 16 && instance.All(c => char.IsLetterOrDigit(c) || c is '_' or '$' or '#');

    private static SqlServerException Unreadable() =>
        new(SqlServerErrorKind.Configuration,
            @"a server is given as NAME, NAME,PORT (with a comma), NAME\INSTANCE or (local), over TCP with tcp: before it");
}

/// <summary>How a server is talked to.</summary>
public sealed record SqlServerOptions
{
    /// <summary>The SQL login; null for integrated security, which only Windows has.</summary>
    public Login? Credential { get; init; }

    public string Database { get; init; } = "tempdb";

    /// <summary>Trusts any certificate: anyone in between can read the password.</summary>
    public bool TrustServerCertificate { get; init; }

    /// <summary>How long making a connection may take; whole seconds, at least one.</summary>
    public TimeSpan ConnectTimeout { get; init; } = TimeSpan.FromSeconds(15);

    /// <summary>How long reading facts, creating or dropping an object may take; whole seconds, at least one.</summary>
    public TimeSpan CommandTimeout { get; init; } = TimeSpan.FromSeconds(15);

    public TimeSpan CancelTimeout { get; init; } = TimeSpan.FromSeconds(5);

    public string ApplicationName { get; init; } = "TimerProbe";

    public TimeProvider TimeProvider { get; init; } = TimeProvider.System;
}
