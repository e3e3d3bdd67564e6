namespace TimerProbe.Application.Secrets;

/// <summary>A target to log in to, with what a configuration says about it.</summary>
/// <param name="User">Who logs in; null by default.</param>
/// <param name="Password">Where the password is kept; null by default.</param>
public sealed record LoginTarget(string Name, string? User = null, SecretReference? Password = null)
{
    public const string VCenterVariable = "TIMERPROBE_VCENTER_PASSWORD";

    /// <summary>The login that the configuration refers to; null when it refers to none.</summary>
    /// <exception cref="UseCaseException">There is no secret there, it is not kept safely, or nobody says whose it is.</exception>
    public Login? Referred(EnvironmentVariables variables, CancellationToken cancellationToken)
    {
        if (Password is not { } reference)
        {
            return null;
        }

        var login = reference.Read(cancellationToken, variables: variables);
        return (User ?? login.UserName) is { Length: > 0 } user
            ? new Login(user, login.Password)
            : throw new UseCaseException(
                ExitCode.Usage, $"{reference.Place}: specify who logs in to {Name}: \"user\" in the configuration, or --user NAME");
    }

    /// <summary>The login that Windows keeps for the target; null when it keeps none for this user.</summary>
    /// <exception cref="UseCaseException">Windows does not look for it.</exception>
    public Login? SavedByWindows() =>
        OperatingSystem.IsWindows()
            && WindowsCredentialManager.Find($"timerprobe:{Name}") is { } saved
            && (User is null || User == saved.UserName) ? saved : null;

    /// <summary>
    /// The login where nobody can be asked: what the configuration refers to, else the password of an environment variable, else
    /// what Windows keeps.
    /// </summary>
    /// <exception cref="UseCaseException">There is no login.</exception>
    public Login Find(string variable, CancellationToken cancellationToken) => Referred(EnvironmentVariables.OfProcess, cancellationToken)
        ?? (User is { } user && EnvironmentVariables.OfProcess[variable] is { } password ? new Login(user, password) : null)
        ?? SavedByWindows()
        ?? throw new UseCaseException(
            ExitCode.Usage,
            $"there is no {(User is null ? "user" : "password")} for {Name}: the configuration has to say who logs in, and where the password is kept");
}
