namespace TimerProbe.VSphere;

/// <summary>A server's certificate that is not trusted, as a person can judge it. Its texts are the server's own, fit for a line.</summary>
/// <param name="Subject">Whom it names.</param>
/// <param name="Issuer">Who issued it.</param>
/// <param name="NotBefore">From when on it is valid.</param>
/// <param name="NotAfter">Until when it is valid.</param>
/// <param name="Thumbprint">Its SHA-256, in upper case with colons.</param>
/// <param name="Doubt">Why it is not trusted: <c>its issuer CN=... is not trusted here</c>.</param>
public sealed record PresentedCertificate(
    string Subject, string Issuer, DateTimeOffset NotBefore, DateTimeOffset NotAfter, string Thumbprint, string Doubt);
