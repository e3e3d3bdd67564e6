namespace TimerProbe.SqlServer;

/// <summary>A SQL login. The password is shown nowhere.</summary>
public sealed class SqlServerCredential
{
    /// <summary>A login and its password.</summary>
    public SqlServerCredential(string userName, string password)
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(userName);
        ArgumentNullException.ThrowIfNull(password);
        UserName = userName;
        Password = password;
    }

    /// <summary>The login's name.</summary>
    public string UserName { get; }

    internal string Password { get; }

    /// <summary>The login's name only.</summary>
    public override string ToString() => UserName;
}
