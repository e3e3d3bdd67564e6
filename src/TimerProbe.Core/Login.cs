namespace TimerProbe.Core;

/// <summary>Who logs in. The password is shown nowhere.</summary>
public sealed class Login(string userName, string password)
{
    /// <summary>The user; empty where none is named.</summary>
    public string UserName { get; } = userName;

    public string Password { get; } = password;

    public override string ToString() => UserName;
}
