using System.Text.RegularExpressions;
using Npgsql;

namespace TimerProbe.Fleet.Store.Engines;

/// <summary>Which right an account lacks, as the statement that grants it: by what the scripts in sqlscripts/store/roles grant.</summary>
internal sealed partial class PostgresGrants(string schema, string account, StoreAccess access)
{
    /// <summary>What only the owner writes.</summary>
    private static readonly string[] OfOwner = ["schema_script", "inbox_machine"];

    /// <summary>The statement; null where the server does not say what is missing, as in another language.</summary>
    public string? Missing(PostgresException error) => error.SqlState switch
    {
        PostgresErrorCodes.UndefinedTable when Relation().Match(error.MessageText) is { Success: true } => Usage,
        PostgresErrorCodes.InvalidAuthorizationSpecification
            when error.MessageText.EndsWith("is not permitted to log in", StringComparison.Ordinal) => $"ALTER ROLE {Name(account)} LOGIN",
        PostgresErrorCodes.InsufficientPrivilege
            when Denied().Match(error.MessageText) is { Success: true } denied =>
                Missing(denied.Groups["kind"].Value, denied.Groups["name"].Value),
        _ => null,
    };

    private string Usage => $"GRANT USAGE ON SCHEMA {Name(schema)} TO {Name(account)}";

    private string? Missing(string kind, string name) => kind switch
    {
        "schema" => Usage,
        _ => $"GRANT {(access == StoreAccess.Read || OfOwner.Contains(name, StringComparer.Ordinal) ? "SELECT" : "SELECT, INSERT, UPDATE, DELETE")} ON {Name(schema)}.{Name(name)} TO {Name(account)}",
    };

    private static string Name(string name) => Plain().IsMatch(name) ? name : $"\"{name.Replace("\"", "\"\"", StringComparison.Ordinal)}\"";

    [GeneratedRegex(@"^permission denied for (?<kind>table|schema) (?<name>\S+)$", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Denied();

    [GeneratedRegex(@"^relation ""[^""]+"" does not exist$", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Relation();

    [GeneratedRegex("^[a-z_][a-z0-9_]*$", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Plain();
}
