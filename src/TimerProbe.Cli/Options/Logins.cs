namespace TimerProbe.Cli.Options;

/// <summary>Finds the user and password by which targets are logged in to.</summary>
internal sealed class Logins(Terminal terminal, string variable)
{
    public static UseCaseException NoPassword(string why) => new(ExitCode.Usage, $"there is no password: {why}");

    /// <summary>
    /// What is given comes first, then where the configuration keeps the target's password, then the environment variable, then
    /// Credential Manager, then a person, who is asked for the user as well.
    /// </summary>
    public IReadOnlyList<Login> Find(IReadOnlyList<LoginTarget> targets, string? user, string? given, CancellationToken cancellationToken)
    {
        var general = given ?? terminal.Variables[variable];
        targets =
        [.. targets.Select(target => target with { User = user ?? target.User, Password = given is null ? target.Password : null })];
        var saved = targets.ToDictionary(
            target => target.Name,
            target => target.Referred(terminal.Variables, cancellationToken) ?? (general is null ? SavedByWindows(target) : null));
        var open = targets.Where(target => saved[target.Name] is null).ToList();
        if (open.Where(target => target.User is null).Select(target => target.Name).ToList() is { Count: > 0 } nobody)
        {
            var somebody = AskUser(nobody, cancellationToken);
            open = [.. open.Select(target => target with { User = target.User ?? somebody })];
        }

        foreach (var group in open.GroupBy(target => target.User!))
        {
            var password = general ?? Ask(group.Key, [.. group.Select(target => target.Name)], cancellationToken);
            foreach (var target in group)
            {
                saved[target.Name] = new Login(group.Key, password);
            }
        }

        return [.. targets.Select(target => saved[target.Name]!)];
    }

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

    private string AskUser(List<string> targets, CancellationToken cancellationToken) =>
        terminal.Ask($"User for {string.Join(", ", targets)}: ", cancellationToken) is { Length: > 0 } user
            ? user
            : throw new UseCaseException(ExitCode.Usage, $"specify who logs in to {string.Join(", ", targets)}: --user NAME");

    private string Ask(string user, List<string> targets, CancellationToken cancellationToken) =>
        terminal.AskSecret($"Password of {user} for {string.Join(", ", targets)}: ", cancellationToken) is { Length: > 0 } password
            ? password
            : throw NoPassword($"set {variable}, or use --password-file FILE or --password-stdin");
}
