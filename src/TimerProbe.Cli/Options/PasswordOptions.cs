using System.CommandLine;
using TimerProbe.Cli.Output;
using TimerProbe.Cli.Secrets;

namespace TimerProbe.Cli.Options;

/// <summary>--user, --password-file, --password-stdin: who logs in. A password is never an argument, which all users of a machine can see.</summary>
/// <param name="terminal">Where a person can be asked.</param>
/// <param name="variable">The environment variable that may hold the password.</param>
/// <param name="userHelp">What the help says of the user.</param>
internal sealed class PasswordOptions(Terminal terminal, string variable, string userHelp)
{
    private readonly Option<string?> _user = new("--user") { Description = userHelp, HelpName = "NAME" };

    private readonly Option<string?> _file = new("--password-file")
    {
        Description = $"Take the password from this file's first line; only you may be able to read it. [default: the variable {variable}]",
        HelpName = "FILE",
    };

    private readonly Option<bool> _stdin = new("--password-stdin") { Description = "Take the password from the first line of standard input." };

    public void AddTo(Command command)
    {
        command.Options.Add(_user);
        command.Options.Add(_file);
        command.Options.Add(_stdin);
        command.Validators.Add(result =>
        {
            if (result.GetValue(_stdin) && result.GetValue(_file) is not null)
            {
                result.AddError("--password-file and --password-stdin exclude each other");
            }
        });
    }

    /// <summary>Whether a user was named; a password for nobody is refused.</summary>
    /// <exception cref="CommandException">There is a password and no user.</exception>
    public bool HasUser(ParseResult parsed) => parsed.GetValue(_user) is not null
        || (parsed.GetValue(_file) is null && !parsed.GetValue(_stdin)
            ? false
            : throw new CommandException(ExitCode.Usage, "say whose password it is: --user NAME"));

    /// <summary>The login for each target, in their order.</summary>
    /// <exception cref="CommandException">There is no user or no password, or it cannot be read.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled while a person was asked.</exception>
    public IReadOnlyList<Login> Read(ParseResult parsed, IReadOnlyList<string> targets, CancellationToken cancel)
    {
        var user = parsed.GetValue(_user);
        var given = Given(parsed);
        var kept = targets.ToDictionary(target => target, target => given is null ? Kept(target, user) : null, StringComparer.Ordinal);
        var asked = targets.Where(target => kept[target] is null).ToList();
        if (asked.Count == 0)
        {
            return [.. targets.Select(target => kept[target]!)];
        }

        var login = new Login(
            user ?? throw new CommandException(ExitCode.Usage, $"say who logs in to {string.Join(", ", asked)}: --user NAME"),
            given ?? Ask(user, asked, cancel));
        return [.. targets.Select(target => kept[target] ?? login)];
    }

    private static Login? Kept(string target, string? user) =>
        OperatingSystem.IsWindows() && WindowsCredentialManager.Find($"timerprobe:{target}") is { } kept && (user is null || user == kept.UserName) ? kept : null;

    private static CommandException NoPassword(string why) => new(ExitCode.Usage, $"there is no password: {why}");

    private string? Given(ParseResult parsed) =>
        parsed.GetValue(_stdin) ? terminal.In.ReadLine() is { Length: > 0 } line ? line : throw NoPassword("the first line of standard input is empty")
        : parsed.GetValue(_file) is { } file ? PasswordFile.Read(file)
        : Environment.GetEnvironmentVariable(variable) is { Length: > 0 } password ? password
        : null;

    private string Ask(string user, List<string> targets, CancellationToken cancel) =>
        terminal.AskSecret($"Password of {user} for {string.Join(", ", targets)}: ", cancel) is { Length: > 0 } password
            ? password
            : throw NoPassword($"set {variable}, or use --password-file FILE or --password-stdin");
}
