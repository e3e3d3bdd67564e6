using System.Net.Security;
using System.Security.Cryptography.X509Certificates;

namespace TimerProbe.Application;

/// <summary>The certificate that a node shows, from PEM files; when they change, the next connection is shown the new one.</summary>
public sealed class ServerCertificate
{
    private static readonly TimeSpan LookedAtEvery = TimeSpan.FromSeconds(5);

    private readonly string _file;
    private readonly string _keyFile;
    private readonly TimeProvider _time;
    private readonly Lock _lock = new();

    private (string Certificate, string Key) _texts;
    private SslStreamCertificateContext _context;
    private string? _warned;
    private long _lookedAt;

    private ServerCertificate(string file, string keyFile, TimeProvider time)
    {
        (_file, _keyFile, _time) = (file, keyFile, time);
        _texts = ReadTexts();
        (_context, _lookedAt) = (GetContext(_texts), time.GetTimestamp());
    }

    /// <summary>Reads one.</summary>
    /// <exception cref="UseCaseException">It is not good.</exception>
    public static ServerCertificate Read(string file, string keyFile, TimeProvider time) => new(file, keyFile, time);

    public SslStreamCertificateContext Current(Action<string> warn)
    {
        lock (_lock)
        {
            if (_time.GetElapsedTime(_lookedAt) >= LookedAtEvery)
            {
                _lookedAt = _time.GetTimestamp();
                Renew(warn);
            }

            return _context;
        }
    }

    private void Renew(Action<string> warn)
    {
        try
        {
            var texts = ReadTexts();
            if (texts != _texts)
            {
                (_context, _texts) = (GetContext(texts), texts);
            }

            _warned = null;
        }
        catch (UseCaseException ex)
        {
            if (ex.Message != _warned)
            {
                warn(ex.Message);
            }

            _warned = ex.Message;
        }
    }

    private (string Certificate, string Key) ReadTexts() => (ReadText(_file), ReadText(_keyFile));

    private SslStreamCertificateContext GetContext((string Certificate, string Key) texts)
    {
        var certificates = new X509Certificate2Collection();
        try
        {
            certificates.ImportFromPem(texts.Certificate);
        }
        catch (CryptographicException ex)
        {
            throw Refused($"{_file} holds a damaged certificate", ex);
        }

        if (certificates.Count == 0)
        {
            throw Refused($"{_file} holds no certificate in PEM");
        }

        var now = _time.GetUtcNow().UtcDateTime;
        var begins = certificates[0].NotBefore.ToUniversalTime();
        var ends = certificates[0].NotAfter.ToUniversalTime();
        if (now >= ends)
        {
            throw Refused(FormattableString.Invariant($"the certificate in {_file} expired on {ends:yyyy-MM-dd}"));
        }

        if (now < begins)
        {
            throw Refused(FormattableString.Invariant($"the certificate in {_file} is not good before {begins:yyyy-MM-dd}"));
        }

        return SslStreamCertificateContext.Create(WithKey(texts), certificates, offline: true);
    }

    private X509Certificate2 WithKey((string Certificate, string Key) texts)
    {
        if (texts.Key.Contains("ENCRYPTED PRIVATE KEY-----", StringComparison.Ordinal))
        {
            throw Refused($"the key in {_keyFile} is encrypted: a server needs it without a password, readable by its own account only");
        }

        if (!texts.Key.Contains("PRIVATE KEY-----", StringComparison.Ordinal))
        {
            throw Refused(
                $"{_keyFile} holds no private key in PEM{(_keyFile == _file ? ": name the file that does as server.certificateKey" : "")}");
        }

        try
        {
            var certificate = X509Certificate2.CreateFromPem(texts.Certificate, texts.Key);
            // Windows shows no certificate whose key is only in memory.
            return OperatingSystem.IsWindows()
                ? X509CertificateLoader.LoadPkcs12(certificate.Export(X509ContentType.Pkcs12), password: null)
                : certificate;
        }
        catch (Exception ex) when (ex is CryptographicException or ArgumentException)
        {
            throw Refused($"the key in {_keyFile} is not that of the certificate in {_file}", ex);
        }
    }

    private static string ReadText(string file)
    {
        try
        {
            return ExternalFile.ReadText(file, FileLimits.Authorities, CancellationToken.None);
        }
        catch (IOException ex)
        {
            throw Refused($"cannot read {file}: {ex.Message}", ex);
        }
    }

    private static UseCaseException Refused(string message, Exception? reason = null) => new(ExitCode.Usage, message, reason);
}
