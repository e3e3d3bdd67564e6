using Npgsql;

namespace TimerProbe.Fleet.Store;

/// <summary>
/// What a database server on a network proves before it is told anything: its name by a certificate, and that it knows the password too, by
/// SCRAM. Only the target lowers that, in words; the environment does not.
/// </summary>
internal static class PostgresSecurity
{
    private const string Scram = "ScramSHA256";

    /// <summary>Sets what the target does not say. A socket of this machine needs neither.</summary>
    public static void SetDefaults(NpgsqlConnectionStringBuilder postgres)
    {
        if (!IsOverNetwork(postgres))
        {
            return;
        }

        if (!postgres.ShouldSerialize("SSL Mode"))
        {
            postgres.SslMode = SslMode.VerifyFull;
        }

        if (!postgres.ShouldSerialize("Require Auth"))
        {
            // A client's certificate, or its ticket, then takes the place of a password.
            postgres.RequireAuth = string.Join(',', (IEnumerable<string>)[
                Scram,
                .. postgres.SslCertificate is { Length: > 0 } ? ["None"] : Array.Empty<string>(),
                .. postgres.ShouldSerialize("Kerberos Service Name") || postgres.ShouldSerialize("Include Realm")
                    ? ["GSS", "SSPI"]
                    : Array.Empty<string>(),
            ]);
        }

        if (!postgres.ShouldSerialize("GSS Encryption Mode"))
        {
            postgres.GssEncryptionMode = GssEncryptionMode.Disable;
        }

        // Npgsql refuses an interval alone.
        if (postgres is { TcpKeepAliveInterval: > 0, TcpKeepAliveTime: 0 })
        {
            postgres.TcpKeepAliveTime = postgres.TcpKeepAliveInterval;
        }
    }

    /// <summary>How much of a certificate is verified. As in libpq, a named root certificate also counts with <c>require</c>.</summary>
    public static SslMode Verifies(NpgsqlConnectionStringBuilder postgres) =>
        postgres is { SslMode: SslMode.Require, RootCertificate.Length: > 0 } ? SslMode.VerifyCA : postgres.SslMode;

    /// <summary>What the target takes on trust, as a sentence; null when nothing.</summary>
    public static string? NotVerified(NpgsqlConnectionStringBuilder postgres)
    {
        if (!IsOverNetwork(postgres))
        {
            return null;
        }

        var connection = Verifies(postgres) switch
        {
            SslMode.VerifyFull => null,
            SslMode.VerifyCA =>
                $"the name in the certificate of {postgres.Host} is not verified: another server of that authority may answer in its place",
            SslMode.Require => $"the certificate of {postgres.Host} is not verified: anyone in between may answer in its place",
            SslMode.Disable => $"the connection to {postgres.Host} is not encrypted: anyone in between can read and change what is sent",
            _ => $"the connection to {postgres.Host} is encrypted only if the server offers it: anyone in between can read and change what is sent",
        };
        return connection is null || !SendsPassword(postgres.RequireAuth) ? connection : $"{connection}, and gets the password if it asks";
    }

    private static bool IsOverNetwork(NpgsqlConnectionStringBuilder postgres) =>
        postgres.Host!.Split(',').Any(host => !Path.IsPathRooted(host) && !host.StartsWith('@'));

    /// <summary>Whether a server may ask for the password itself, or what can be guessed back into it.</summary>
    private static bool SendsPassword(string? allowed)
    {
        var methods = (allowed ?? "").Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        return Array.Exists((string[])["Password", "MD5"], asked =>
            methods.Contains(asked, StringComparer.OrdinalIgnoreCase)
                || (Array.TrueForAll(methods, each => each.StartsWith('!'))
                    && !methods.Contains("!" + asked, StringComparer.OrdinalIgnoreCase)));
    }
}
