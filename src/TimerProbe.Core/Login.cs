namespace TimerProbe.Core;

/// <summary>Who logs in. The password is shown nowhere.</summary>
public sealed class Login(string userName, string password)
{
    /// <summary>The user; empty where none is named.</summary>
    public string UserName { get; } = userName;

    /// <summary>The password.</summary>
    public string Password { get; } = password;

    /// <summary>The user.</summary>
    public override string ToString() => UserName;
}
