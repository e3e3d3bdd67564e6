using System.Text.Json.Serialization;
using TimerProbe.Application.Configuration.Members;

namespace TimerProbe.Application.Secrets;

/// <summary>A section of a configuration that says where a password is kept.</summary>
[AtMostOneOf("passwordFile", "passwordEnvironment", "windowsCredential")]
public abstract record PasswordSettings
{
    /// <summary>The file whose first line is the password; only its owner may be able to read it.</summary>
    [Secret(SecretKind.File)]
    public SecretReference? PasswordFile { get; init; }

    /// <summary>The environment variable that holds the password.</summary>
    [Secret(SecretKind.Environment)]
    public SecretReference? PasswordEnvironment { get; init; }

    /// <summary>The generic credential of Windows Credential Manager that holds the password.</summary>
    [Secret(SecretKind.WindowsCredential)]
    public SecretReference? WindowsCredential { get; init; }

    /// <summary>Where the password is kept; null when nothing is said.</summary>
    [JsonIgnore]
    public SecretReference? Password => PasswordFile ?? PasswordEnvironment ?? WindowsCredential;
}
