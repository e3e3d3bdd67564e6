namespace TimerProbe.Cli.Options;

internal sealed class SqlTargetOptions(Command command, Terminal terminal)
{
    private const string Local = "(local)";

    private readonly DeclaredOption<string?> _server = command.Text(
        "--server", "NAME", $@"The instance: NAME, NAME,PORT, NAME\INSTANCE or {Local}. [default: {Local}]", Headings.Access);
    private readonly DeclaredOption<string?> _database = command.Text(
        "--database", "NAME", "Run in this database. In tempdb no commit waits, so its storage is not tested. [default: tempdb]");
    private readonly PasswordOptions _password = new(
        command, terminal, "TIMERPROBE_SQL_PASSWORD", "Log in with this SQL login. [default: your Windows account]");
    private readonly DeclaredOption<bool> _trust = command.Flag(
        "--trust-server-certificate", "Skip certificate verification: exposes the password to anyone in between.", Headings.Access);

    /// <exception cref="UseCaseException">The server, the database or the login makes no sense.</exception>
    public (SqlServerTarget Target, SqlServerOptions Options) Read(ParseResult parsed, CancellationToken cancellationToken)
    {
        var target = Target(parsed.GetValue(_server) ?? Local);
        var options = new SqlServerOptions { TrustServerCertificate = parsed.GetValue(_trust), ApplicationName = "timerprobe" };
        if (parsed.GetValue(_database) is { } database)
        {
            options = options with { Database = database };
        }

        if (_password.HasUser(parsed))
        {
            var login = _password.Read(parsed, [new LoginTarget(target.ToString())], cancellationToken)[0];
            options = options with { Credential = login };
        }

        return (target, options);
    }

    private static SqlServerTarget Target(string text)
    {
        try
        {
            return SqlServerTarget.Parse(text);
        }
        catch (SqlServerException ex)
        {
            throw new UseCaseException(ExitCode.Usage, $"'{PlainText.WithoutPassword(text)}' is not a valid server: {ex.Message}", ex);
        }
    }
}
