namespace TimerProbe.Server.Access;

/// <summary>What is known of whoever asks.</summary>
internal static class AccessClaims
{
    /// <summary>The id of the token.</summary>
    public const string Token = "timerprobe:token";

    /// <summary>Who hands in documents: a token or a certificate, each counted by itself.</summary>
    public const string Submitter = "timerprobe:submitter";

    /// <summary>One of the scopes.</summary>
    public const string Scope = "timerprobe:scope";

    /// <summary>The one machine that the token is for.</summary>
    public const string Machine = "timerprobe:machine";

    /// <summary>That machine's SMBIOS UUID; missing until a document told it.</summary>
    public const string SmbiosUuid = "timerprobe:smbios-uuid";
}
