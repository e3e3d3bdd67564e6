namespace TimerProbe.Server.Access;

internal static class AccessClaims
{
    public const string Token = "timerprobe:token";

    /// <summary>Who hands in documents: a token or a certificate, each counted by itself.</summary>
    public const string Submitter = "timerprobe:submitter";

    public const string Scope = "timerprobe:scope";

    public const string Machine = "timerprobe:machine";

    /// <summary>That machine's SMBIOS UUID; missing until a document told it.</summary>
    public const string SmbiosUuid = "timerprobe:smbios-uuid";
}
