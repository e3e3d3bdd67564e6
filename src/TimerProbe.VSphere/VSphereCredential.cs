namespace TimerProbe.VSphere;

/// <summary>Who logs in. The password is shown nowhere.</summary>
public sealed class VSphereCredential
{
    /// <summary>A user and its password.</summary>
    public VSphereCredential(string userName, string password)
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(userName);
        ArgumentNullException.ThrowIfNull(password);
        UserName = userName;
        Password = password;
    }

    /// <summary>The user, such as <c>scan@vsphere.local</c>.</summary>
    public string UserName { get; }

    internal string Password { get; }

    /// <summary>The user's name only.</summary>
    public override string ToString() => UserName;
}
