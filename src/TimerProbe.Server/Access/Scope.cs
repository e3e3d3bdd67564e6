namespace TimerProbe.Server.Access;

internal enum Scope
{
    Submit,

    Read,

    Acknowledge,

    Admin,
}
