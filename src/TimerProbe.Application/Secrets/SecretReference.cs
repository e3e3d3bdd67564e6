namespace TimerProbe.Application.Secrets;

/// <summary>Where a secret is kept. The secret itself is never part of a configuration.</summary>
/// <param name="Place">The place of the reference, such as <c>timerprobe.json:7:9</c>.</param>
public sealed record SecretReference(SecretKind Kind, string Name, string Place)
{
    public override string ToString() => Kind.ToString();

    /// <summary>The secret from where it is kept, and the user that a Windows credential names with it, else an empty one.</summary>
    /// <exception cref="UseCaseException">There is no secret, or it is not kept safely; the message begins with the place.</exception>
    public Login Read(CancellationToken cancellationToken, string what = "password", EnvironmentVariables? variables = null)
    {
        try
        {
            return Kind switch
            {
                SecretKind.File => new Login("", PasswordFile.Read(Name, cancellationToken, what)),
                SecretKind.Environment => new Login("", OfEnvironment(Name, variables ?? EnvironmentVariables.OfProcess)),
                _ => OfWindows(Name),
            };
        }
        catch (UseCaseException ex)
        {
            throw new UseCaseException(ex.ExitCode, $"{Place}: {ex.Message}", ex);
        }
    }

    // The variable is not named: a secret given in place of its name would be in a log.
    private static string OfEnvironment(string variable, EnvironmentVariables variables) => variables[variable]
        ?? throw new UseCaseException(ExitCode.Usage, "the environment variable named here is not set");

    private static Login OfWindows(string name) =>
        !OperatingSystem.IsWindows() ? throw new UseCaseException(
            ExitCode.Usage, "windowsCredential works on Windows only: use passwordFile or passwordEnvironment here")
        : WindowsCredentialManager.Find(name)
            ?? throw new UseCaseException(
                ExitCode.Usage, $"the user who runs this has no generic credential '{name}' in Credential Manager");
}

/// <summary>The kinds of places where secrets are kept.</summary>
public enum SecretKind
{
    File,
    Environment,
    WindowsCredential,
}

/// <summary>A section of a configuration that says where a password is kept.</summary>
[AtMostOneOf("passwordFile", "passwordEnvironment", "windowsCredential")]
public abstract record PasswordSettings
{
    /// <summary>The file whose first line is the password; only its owner may be able to read it.</summary>
    [Text(TextForm.FilePath)]
    public SecretReference? PasswordFile { get; init; }

    /// <summary>The environment variable that holds the password.</summary>
    [Text(TextForm.Variable)]
    public SecretReference? PasswordEnvironment { get; init; }

    /// <summary>The generic credential of Windows Credential Manager that holds the password.</summary>
    [Text(TextForm.Any)]
    public SecretReference? WindowsCredential { get; init; }

    /// <summary>Where the password is kept; null by default.</summary>
    [JsonIgnore]
    public SecretReference? Password => PasswordFile ?? PasswordEnvironment ?? WindowsCredential;
}
