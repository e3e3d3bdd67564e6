namespace TimerProbe.Cli.Secrets;

/// <summary>Who logs in. The password is shown nowhere.</summary>
internal sealed class Login(string userName, string password)
{
    public string UserName { get; } = userName;

    public string Password { get; } = password;

    public override string ToString() => UserName;
}
