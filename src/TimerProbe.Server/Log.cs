namespace TimerProbe.Server;

internal static partial class Log
{
    [LoggerMessage(LogLevel.Warning, "The certificate is not renewed, and the old one goes on: {Problem}")]
    public static partial void CertificateKept(ILogger log, string problem);

    [LoggerMessage(LogLevel.Warning, "document {Document} cannot be read and is left out: {Problem}")]
    public static partial void Unreadable(ILogger log, Guid document, string problem);
}
