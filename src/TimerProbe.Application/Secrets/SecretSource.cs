using TimerProbe.Core.Secrets;

namespace TimerProbe.Application.Secrets;

/// <summary>Takes secrets from where a configuration says they are kept. What goes wrong is told by the reference's place.</summary>
public static class SecretSource
{
    /// <summary>The secret, and the user that a Windows credential names with it, else an empty one.</summary>
    /// <param name="reference">Where it is kept.</param>
    /// <param name="cancel">Ends it.</param>
    /// <param name="what">What it is called.</param>
    /// <exception cref="UseCaseException">There is none, or it is not kept well.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public static Login Read(SecretReference reference, CancellationToken cancel, string what = "password")
    {
        try
        {
            return reference.Kind switch
            {
                SecretKind.File => new Login("", PasswordFile.Read(reference.Name, cancel, what)),
                SecretKind.Environment => new Login("", OfEnvironment(reference.Name)),
                _ => OfWindows(reference.Name),
            };
        }
        catch (UseCaseException wrong)
        {
            throw new UseCaseException(wrong.Failure, $"{reference.Place}: {wrong.Message}", wrong);
        }
    }

    // The variable is not named: who mistook the reference for the secret would read it in a log.
    private static string OfEnvironment(string variable) => Environment.GetEnvironmentVariable(variable) is { Length: > 0 } secret
        ? secret
        : throw new UseCaseException(Failure.Usage, "the environment variable named here is not set");

    private static Login OfWindows(string name) =>
        !OperatingSystem.IsWindows() ? throw new UseCaseException(
            Failure.Usage, "windowsCredential works on Windows only: use passwordFile or passwordEnvironment here")
        : WindowsCredentialManager.Find(name)
            ?? throw new UseCaseException(
                Failure.Usage, $"the user who runs this has no generic credential '{name}' in Credential Manager");
}
