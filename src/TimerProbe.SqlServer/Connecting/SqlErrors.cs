using System.Security.Authentication;
using System.Text;

namespace TimerProbe.SqlServer.Connecting;

/// <summary>Turns SqlClient's errors into sentences.</summary>
internal sealed class SqlErrors(SqlServerText words)
{
    // From this severity on the server or the client ends the connection.
    private const int EndsConnection = 20;

    public SqlServerException Connecting(SqlException error, SqlServerTarget target, SqlServerOptions options)
    {
        var login = options.Credential is { } credential ? $"the login {credential.UserName}" : "this Windows account";
        return Numbered(error) switch
        {
            18456 or 18452 or 18470 or 18486 or 18487 or 18488 =>
                Of(SqlServerErrorKind.LoginRefused, error, $"{target} refuses {login}: {Said(error)}"),
            4060 or 4064 =>
                Of(SqlServerErrorKind.NoDatabase, error, $"{target} has no database {words.Line(options.Database)}, or {login} may not open it"),
            // The second is what the operating system calls it when the answer to the first packet does not come.
            -2 or 258 => Of(SqlServerErrorKind.Timeout, error, $"{target} did not answer within {Seconds(options.ConnectTimeout)} s"),
            _ when IsUntrusted(error) => Of(
                SqlServerErrorKind.UntrustedServer,
                error,
                $"the certificate of {target} is not trusted on this machine: install its authority, use the name in the certificate, or skip verification with --trust-server-certificate"),
            // The operating system's own numbers, above zero, come with a severity that ends a connection which never was.
            var number when number <= 0 || error.Class >= EndsConnection =>
                Of(SqlServerErrorKind.Unreachable, error, $"no connection to {target}: {Said(error)}"),
            _ => Statement(error, options.ConnectTimeout),
        };
    }

    public SqlServerException Statement(SqlException error, TimeSpan timeout) => Numbered(error) switch
    {
        1205 => Of(SqlServerErrorKind.Deadlock, error, "the server ended the run as the victim of a deadlock; run it again"),
        3906 or 3908 =>
            Of(SqlServerErrorKind.ReadOnlyDatabase, error, $"the database is read-only; choose another with --database: {Said(error)}"),
        229 or 230 or 262 or 297 or 300 or 371 or 916 or 2760 or 15247 =>
            Of(SqlServerErrorKind.NoPermission, error, $"the login lacks a right: {Said(error)}"),
        -2 => TooSlow(timeout, error),
        _ when error.Class >= EndsConnection || error.Number < 0 =>
            Of(SqlServerErrorKind.ConnectionLost, error, $"the connection was lost: {Said(error)}"),
        _ => Of(SqlServerErrorKind.Refused, error, $"the server refused: {Said(error)}"),
    };

    public static SqlServerException TooSlow(TimeSpan timeout, Exception? inner) =>
        new(SqlServerErrorKind.Timeout, $"the statement took longer than {Seconds(timeout)} s", inner);

    // A batch may end in several errors; the first that has a meaning here decides, since the last often only says that it ended.
    private static int Numbered(SqlException error)
    {
        int[] known = [18456, 4060, 4064, 1205, 3906, 229, 262, 297, 300, 2760];
        return error.Errors.Cast<SqlError>().Select(one => one.Number).FirstOrDefault(known.Contains, error.Number);
    }

    private static bool IsUntrusted(Exception error) =>
        error is AuthenticationException
        || error is System.ComponentModel.Win32Exception { NativeErrorCode: unchecked((int)0x80090325) or unchecked((int)0x80090322) }
        || (error.InnerException is { } inner && IsUntrusted(inner));

    private static SqlServerException Of(SqlServerErrorKind kind, SqlException error, string sentence) =>
        new(kind, sentence, error);

    private string Said(SqlException error) => words.Line(error.Message);

    private static string Seconds(TimeSpan time) => time.TotalSeconds.ToString("#,0.#", System.Globalization.CultureInfo.InvariantCulture);
}

/// <summary>A server's texts as this program repeats them: without the password, which the server knows.</summary>
internal sealed partial class SqlServerText
{
    private readonly SecretFilter _secrets;

    public SqlServerText(Login? credential) => _secrets = new SecretFilter(credential?.Password ?? "");

    public string Text(string text) => _secrets.Clear(text);

    public string Line(string text)
    {
        text = NoError().Replace(_secrets.Clear(text), "");
        var clean = new StringBuilder(Math.Min(text.Length, SqlAnswerLimits.Sentence));
        foreach (var rune in text.EnumerateRunes())
        {
            clean.Append(Rune.IsControl(rune) ? " " : rune.ToString());
            if (clean.Length >= SqlAnswerLimits.Sentence)
            {
                return clean.Append("...").ToString().Trim();
            }
        }

        return clean.ToString().Trim();
    }

    // SqlClient names an error also where the operating system had none: "error: 0 - Success".
    [GeneratedRegex(@" *\(provider: [^()]*, error: 0 - [^()]*\)", RegexOptions.None, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex NoError();
}
