using System.CommandLine;
using TimerProbe.Application;
using TimerProbe.Cli.Output;
using TimerProbe.Cli.Secrets;
using TimerProbe.SqlServer;

namespace TimerProbe.Cli.Options;

/// <summary>Which instance, which database, and as whom.</summary>
internal sealed class SqlTargetOptions(Terminal terminal)
{
    private const string Local = "(local)";

    private readonly Option<string?> _server = new("--server")
    {
        Description = $@"The instance: NAME, NAME,PORT, NAME\INSTANCE or {Local}. [default: {Local}]",
        HelpName = "NAME",
    };

    private readonly Option<string?> _database = new("--database")
    {
        Description = "Run in this database. In tempdb no commit waits, so its storage is not tested. [default: tempdb]",
        HelpName = "NAME",
    };

    private readonly PasswordOptions _password = new(terminal, "TIMERPROBE_SQL_PASSWORD", "Log in with this SQL login. [default: your Windows account]");

    private readonly Option<bool> _trust = new("--trust-server-certificate")
    {
        Description = "Skip certificate verification: exposes the password to anyone in between.",
    };

    public void AddTo(Command command)
    {
        command.Options.Add(_server);
        command.Options.Add(_database);
        _password.AddTo(command);
        command.Options.Add(_trust);
    }

    /// <exception cref="UseCaseException">The server, the database or the login makes no sense.</exception>
    public (SqlServerTarget Target, SqlServerOptions Options) Read(ParseResult parsed, CancellationToken cancel)
    {
        var target = Target(parsed.GetValue(_server) ?? Local);
        var options = new SqlServerOptions { TrustServerCertificate = parsed.GetValue(_trust), ApplicationName = "timerprobe" };
        if (parsed.GetValue(_database) is { } database)
        {
            options = string.IsNullOrWhiteSpace(database)
                ? throw new UseCaseException(Failure.Usage, "--database takes the name of a database")
                : options with { Database = database };
        }

        if (_password.HasUser(parsed))
        {
            var login = _password.Read(parsed, [target.ToString()], cancel)[0];
            options = options with { Credential = new SqlServerCredential(login.UserName, login.Password) };
        }

        return (target, options);
    }

    private static SqlServerTarget Target(string text)
    {
        try
        {
            return SqlServerTarget.Parse(text);
        }
        catch (SqlServerException wrong)
        {
            throw new UseCaseException(Failure.Usage, $"'{Repeatable.Of(text)}' is not a valid server: {wrong.Message}", wrong);
        }
    }
}
