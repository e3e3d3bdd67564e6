using System.CommandLine;

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

    /// <exception cref="UseCaseException">There is a password and no user.</exception>
    public bool HasUser(ParseResult parsed)
    {
        var hasUser = parsed.GetValue(_user) is not null;
        if (!hasUser && (parsed.GetValue(_file) is not null || parsed.GetValue(_stdin)))
        {
            throw new UseCaseException(Failure.Usage, "specify whose password it is: --user NAME");
        }

        return hasUser;
    }

    /// <exception cref="UseCaseException">There is no user or no password, or it cannot be read.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled while a person was asked.</exception>
    public IReadOnlyList<Login> Read(ParseResult parsed, IReadOnlyList<LoginTarget> targets, CancellationToken cancel) =>
        _logins.Find(
            targets,
            parsed.GetValue(_user),
            parsed.GetValue(_stdin) ? OfInput(cancel)
                : parsed.GetValue(_file) is { } file ? PasswordFile.Read(file, cancel)
                : null,
            cancel);

    private string OfInput(CancellationToken cancel)
    {
        try
        {
            return FirstLine.ReadAsync(terminal.Input, FileLimits.Password, cancel).GetAwaiter().GetResult() is { Length: > 0 } line
                ? line
                : throw Logins.NoPassword("the first line of standard input is empty");
        }
        catch (IOException refused)
        {
            throw new UseCaseException(Failure.Usage, $"the password cannot be read from standard input: {refused.Message}", refused);
        }
    }
}

/// <summary>Finds the user and password by which targets are logged in to.</summary>
internal sealed class Logins(Terminal terminal, string variable)
{
    public static UseCaseException NoPassword(string why) => new(Failure.Usage, $"there is no password: {why}");

    /// <summary>
    /// What is given comes first, then where the configuration keeps the target's password, then the environment variable,
    /// then Credential Manager, then a person, who is asked for the user as well.
    /// </summary>
    /// <exception cref="UseCaseException">There is no user or no password, or it cannot be read.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled while a person was asked.</exception>
    public IReadOnlyList<Login> Find(IReadOnlyList<LoginTarget> targets, string? user, string? given, CancellationToken cancel)
    {
        var general = given ?? terminal.Variables[variable];
        targets =
        [
            .. targets.Select(target => target with { User = user ?? target.User, Password = given is null ? target.Password : null }),
        ];
        var saved = targets.ToDictionary(
            target => target.Name,
            target => target.Referred(terminal.Variables, cancel) ?? (general is null ? SavedByWindows(target) : null),
            StringComparer.Ordinal);
        var open = targets.Where(target => saved[target.Name] is null).ToList();
        if (open.Where(target => target.User is null).Select(target => target.Name).ToList() is { Count: > 0 } nobody)
        {
            var somebody = AskUser(nobody, cancel);
            open = [.. open.Select(target => target with { User = target.User ?? somebody })];
        }

        foreach (var group in open.GroupBy(target => target.User!, StringComparer.Ordinal))
        {
            var password = general ?? Ask(group.Key, [.. group.Select(target => target.Name)], cancel);
            foreach (var target in group)
            {
                saved[target.Name] = new Login(group.Key, password);
            }
        }

        return [.. targets.Select(target => saved[target.Name]!)];
    }

    /// <summary>What Windows keeps; where it does not look, a person who is there is asked instead.</summary>
    private Login? SavedByWindows(LoginTarget target)
    {
        try
        {
            return target.SavedByWindows();
        }
        catch (UseCaseException) when (terminal.CanAnswer)
        {
            return null;
        }
    }

    private string AskUser(List<string> targets, CancellationToken cancel) =>
        terminal.Ask($"User for {string.Join(", ", targets)}: ", cancel) is { Length: > 0 } user
            ? user
            : throw new UseCaseException(Failure.Usage, $"specify who logs in to {string.Join(", ", targets)}: --user NAME");

    private string Ask(string user, List<string> targets, CancellationToken cancel) =>
        terminal.AskSecret($"Password of {user} for {string.Join(", ", targets)}: ", cancel) is { Length: > 0 } password
            ? password
            : throw NoPassword($"set {variable}, or use --password-file FILE or --password-stdin");
}
