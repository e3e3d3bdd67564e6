using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography;
using System.Text.RegularExpressions;
using Npgsql;
using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Store.Engines;

internal static class PostgresErrors
{
    private const string NotAllowed = "\" authentication method is not allowed.";

    /// <summary>idle_in_transaction_session_timeout (PostgreSQL, Appendix A); Npgsql has no name for it.</summary>
    private const string IdleInTransaction = "25P03";

    /// <param name="error">What went wrong.</param>
    /// <param name="target">Where.</param>
    /// <param name="refusal">Why the server's certificate was last refused; null when it was not.</param>
    /// <param name="grants">Which right an account lacks.</param>
    public static StoreException Explain(Exception error, StoreTarget target, string? refusal, PostgresGrants grants) => error switch
    {
        StoreException known => known,
        DamagedRowException => new(
            StoreErrorKind.Corrupt,
            $"{target} holds a value that this program did not write: it is damaged. Restore a copy, or name another with --store.",
            error),
        PostgresException server => Explain(server, target, grants.Missing(server)),
        NpgsqlException { InnerException: AuthenticationException } when refusal is not null => new(
            StoreErrorKind.CannotConnect, $"{target} is not used: {refusal}.", error),
        NpgsqlException { InnerException: AuthenticationException or CryptographicException } => new(
            StoreErrorKind.CannotConnect, $"no TLS connection to {target} came about: {error.InnerException.Message}", error),
        NpgsqlException { InnerException: AggregateException { InnerExceptions: [.., var last] } } =>
            Explain(last, target, refusal, grants),
        NpgsqlException when error.Message.StartsWith("SSL connection requested.", StringComparison.Ordinal) => new(
            StoreErrorKind.CannotConnect,
            $"{target} offers no TLS, which keeps what is sent from others: set ssl = on there, or do without in words, with SSL Mode=Disable (sslmode=disable).",
            error),
        NpgsqlException when error.Message.IndexOf(NotAllowed, StringComparison.Ordinal) is > 0 and var end => new(
            StoreErrorKind.NoRights, $"{target} {Asked(error.Message[1..end])}", error),
        NpgsqlException { InnerException: SocketException socket } => new(
            StoreErrorKind.CannotConnect, $"{target} cannot be reached: {socket.Message}", error),
        NpgsqlException { InnerException: TimeoutException } or TimeoutException => new(
            StoreErrorKind.CannotConnect, $"{target} does not answer in time.", error),
        NpgsqlException when error.Message.StartsWith("No password has been provided", StringComparison.Ordinal) => new(
            StoreErrorKind.NoRights,
            $"{target} wants a password and none was given. Set TIMERPROBE_STORE_PASSWORD or PGPASSWORD, or use a password file.",
            error),
        NpgsqlException => new(StoreErrorKind.CannotConnect, $"the connection to {target} failed: {error.Message}", error),
        _ => new(StoreErrorKind.Failed, $"{target} refused: {error.Message}", error),
    };

    /// <summary>What the server asked for in place of a login that proves its own side too.</summary>
    private static string Asked(string method) => method switch
    {
        "Password" =>
            "asks for the password in clear text, and was not told it: use scram-sha-256 in its pg_hba.conf, or allow that in words, with Require Auth=Password (require_auth=password).",
        "MD5" =>
            "asks for the password by MD5, and was not told it: set password_encryption = scram-sha-256 there and the password again, or allow that in words, with Require Auth=MD5 (require_auth=md5).",
        "None" =>
            "asks for no password, so that it may be any server: use scram-sha-256 in its pg_hba.conf, or allow that in words, with Require Auth=None (require_auth=none).",
        _ => $"asks for a login by {method}: allow that in words, with Require Auth={method} (require_auth={method.ToLowerInvariant()}).",
    };

    private static bool IsOfTable(PostgresException error) =>
        error.MessageText.StartsWith("permission denied for table", StringComparison.Ordinal)
            || error.MessageText.StartsWith("must be owner", StringComparison.Ordinal);

    private static StoreException Explain(PostgresException error, StoreTarget target, string? missing) => error.SqlState switch
    {
        PostgresErrorCodes.InvalidAuthorizationSpecification when missing is not null => new(
            StoreErrorKind.NoRights, $"{target} refused the login, {error.MessageText}: a superuser allows it by {missing}", error),
        PostgresErrorCodes.UndefinedTable when missing is not null => new(
            StoreErrorKind.NoRights,
            $"the account does not see the tables of {target}, {error.MessageText}: where they are there, their owner lets it by {missing}",
            error),
        PostgresErrorCodes.InsufficientPrivilege when missing is not null => new(
            StoreErrorKind.NoRights,
            $"the account may not do that in {target}, {error.MessageText}: the owner of the tables allows it by {missing}, or by the script of its role in sqlscripts/store/roles",
            error),
        PostgresErrorCodes.InvalidPassword or PostgresErrorCodes.InvalidAuthorizationSpecification => new(
            StoreErrorKind.NoRights,
            $"{target} refused the login: {error.MessageText}. Check the user and TIMERPROBE_STORE_PASSWORD, PGPASSWORD or the password file.",
            error),
        PostgresErrorCodes.InvalidCatalogName => new(
            StoreErrorKind.BadTarget, $"{target} does not exist. Create it, or correct --store.", error),
        PostgresErrorCodes.InsufficientPrivilege => new(
            StoreErrorKind.NoRights,
            $"the account may not do that in {target}: {error.MessageText}. {(IsOfTable(error) ? "Its role lacks that right" : "It needs a schema of its own, or the right to create one")}.",
            error),
        PostgresErrorCodes.ReadOnlySqlTransaction => new(
            StoreErrorKind.ReadOnly, $"{target} can be read but not written: {error.MessageText}.", error),
        PostgresErrorCodes.LockNotAvailable => new(
            StoreErrorKind.Busy, $"{target} was being written by another process for too long. Try again when it is done.", error),
        IdleInTransaction => new(
            StoreErrorKind.Busy,
            $"{target} went on without this run, which stood still for too long while it was saved: nothing of it was saved. Try again.",
            error),
        PostgresErrorCodes.DiskFull => new(StoreErrorKind.DiskFull, $"the disk of {target} is full: nothing of this run was saved.", error),
        PostgresErrorCodes.DataCorrupted or PostgresErrorCodes.IndexCorrupted => new(
            StoreErrorKind.Corrupt, $"{target} is damaged: {error.MessageText}.", error),
        PostgresErrorCodes.TooManyConnections
            or PostgresErrorCodes.CannotConnectNow
            or PostgresErrorCodes.AdminShutdown
            or PostgresErrorCodes.CrashShutdown => new(
            StoreErrorKind.CannotConnect, $"{target} takes no connections now: {error.MessageText}.", error),
        _ => new(StoreErrorKind.Failed, $"{target} refused: {error.MessageText}", error),
    };
}

/// <summary>Which right an account lacks, as the statement that grants it: by what the scripts in sqlscripts/store/roles grant.</summary>
internal sealed partial class PostgresGrants(string schema, string account, StoreAccess access)
{
    /// <summary>What only the owner writes.</summary>
    private const string OfOwner = "schema_script";

    /// <summary>The statement; null where the server does not say what is missing, as in another language.</summary>
    public string? Missing(PostgresException error) => error.SqlState switch
    {
        PostgresErrorCodes.UndefinedTable when Relation().Match(error.MessageText) is { Success: true } => Usage,
        PostgresErrorCodes.InvalidAuthorizationSpecification
            when error.MessageText.EndsWith("is not permitted to log in", StringComparison.Ordinal) => $"ALTER ROLE {Name(account)} LOGIN",
        PostgresErrorCodes.InsufficientPrivilege when Denied().Match(error.MessageText) is { Success: true } denied =>
            Missing(denied.Groups["kind"].Value, denied.Groups["name"].Value),
        _ => null,
    };

    private string Usage => $"GRANT USAGE ON SCHEMA {Name(schema)} TO {Name(account)}";

    private string Missing(string kind, string name)
    {
        if (kind == "schema")
        {
            return Usage;
        }

        var isReadOnly = access == StoreAccess.Read || name == OfOwner;
        var rights = isReadOnly ? "SELECT" : "SELECT, INSERT, UPDATE, DELETE";
        return $"GRANT {rights} ON {Name(schema)}.{Name(name)} TO {Name(account)}";
    }

    private static string Name(string name) => Plain().IsMatch(name) ? name : $"\"{name.Replace("\"", "\"\"", StringComparison.Ordinal)}\"";

    [GeneratedRegex(@"^permission denied for (?<kind>table|schema) (?<name>\S+)$", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Denied();

    [GeneratedRegex(@"^relation ""[^""]+"" does not exist$", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Relation();

    [GeneratedRegex("^[a-z_][a-z0-9_]*$", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Plain();
}
