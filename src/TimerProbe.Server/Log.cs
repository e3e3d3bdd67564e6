namespace TimerProbe.Server.Hosting;

internal static partial class Log
{
    [LoggerMessage(LogLevel.Warning, "The certificate is not renewed, and the old one goes on: {Problem}")]
    public static partial void CertificateKept(ILogger log, string problem);
}
