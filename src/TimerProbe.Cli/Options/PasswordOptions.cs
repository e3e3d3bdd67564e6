namespace TimerProbe.Cli.Options;

/// <summary>A password is never an argument: all users of a machine can see those.</summary>
internal sealed class PasswordOptions(Command command, Terminal terminal, string variable, string userHelp)
{
    private readonly DeclaredOption<string?> _user = command.Text("--user", "NAME", userHelp, Headings.Access);
    private readonly DeclaredOption<string?> _file = command.Text(
        "--password-file",
        "FILE",
        $"Read the password from the first line of this file, which only you may be able to read. [default: the variable {variable}]",
        Headings.Access);

    private readonly DeclaredOption<bool> _stdin = command.Flag(
        "--password-stdin", "Read the password from the first line of standard input.", Headings.Access)
        .Excludes("--password-file", "--password-file and --password-stdin cannot be used together");

    private readonly Logins _logins = new(terminal, variable);

    public bool HasUser(ParseResult parsed)
    {
        var hasUser = parsed.GetValue(_user) is not null;
        if (!hasUser && (parsed.GetValue(_file) is not null || parsed.GetValue(_stdin)))
        {
            throw new UseCaseException(ExitCode.Usage, "specify whose password it is: --user NAME");
        }

        return hasUser;
    }

    public IReadOnlyList<Login> Read(ParseResult parsed, IReadOnlyList<LoginTarget> targets, CancellationToken cancellationToken) =>
        _logins.Find(
            targets,
            parsed.GetValue(_user),
            parsed.GetValue(_stdin) ? OfInput(cancellationToken)
                : parsed.GetValue(_file) is { } file ? PasswordFile.Read(file, cancellationToken)
                : null,
            cancellationToken);

    private string OfInput(CancellationToken cancellationToken)
    {
        try
        {
            return FirstLine.ReadAsync(terminal.Input, FileLimits.Password, cancellationToken).GetAwaiter()
                .GetResult() is { Length: > 0 } line
                ? line
                : throw Logins.NoPassword("the first line of standard input is empty");
        }
        catch (IOException ex)
        {
            throw new UseCaseException(ExitCode.Usage, $"the password cannot be read from standard input: {ex.Message}", ex);
        }
    }
}
