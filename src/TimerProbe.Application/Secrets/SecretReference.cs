namespace TimerProbe.Application.Secrets;

/// <summary>Where a secret is kept. The secret itself is never part of a configuration.</summary>
/// <param name="Kind">The kind of place.</param>
/// <param name="Name">The file, the environment variable, or the name of the credential.</param>
/// <param name="Place">Where the reference stands, such as <c>timerprobe.json:7:9</c>.</param>
public sealed record SecretReference(SecretKind Kind, string Name, string Place)
{
    /// <summary>Its kind: where somebody put a password in place of a variable's name, the name is one.</summary>
    public override string ToString() => Kind.ToString();
}

/// <summary>The kinds of places where secrets are kept.</summary>
public enum SecretKind
{
    /// <summary>The first line of a file that only its owner may read.</summary>
    File,

    /// <summary>An environment variable.</summary>
    Environment,

    /// <summary>A generic credential of Windows Credential Manager.</summary>
    WindowsCredential,
}
