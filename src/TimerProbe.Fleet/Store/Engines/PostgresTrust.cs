using System.Net.Security;
using System.Security.Cryptography.X509Certificates;
using Npgsql;
using TimerProbe.Files;

namespace TimerProbe.Fleet.Store.Engines;

/// <summary>
/// Judges the certificate of a database server. Npgsql's own judge does not tell why it refused, and with a root certificate it still
/// believes whatever the system does.
/// </summary>
internal sealed class PostgresTrust
{
    private const string RootVariable = "PGSSLROOTCERT";
    private const string SystemRoots = "system";

    private readonly SslMode _verifies;
    private readonly bool _asksRevocation;
    private readonly string? _rootFile;
    private readonly X509ChainPolicy? _policy;
    private volatile string? _refusal;

    /// <summary>Takes what says how a server is judged out of the settings: Npgsql is left with the encryption.</summary>
    /// <exception cref="StoreException">A file with certificates cannot be read.</exception>
    public PostgresTrust(NpgsqlConnectionStringBuilder settings)
    {
        (_verifies, _asksRevocation) = (PostgresSecurity.Verifies(settings), settings.CheckCertificateRevocation);
        AssertIsThere(settings.SslCertificate, "certificate", "SSL Certificate (sslcert)");
        AssertIsThere(settings.SslKey, "key", "SSL Key (sslkey)");
        var named = settings.RootCertificate is { Length: > 0 } own
            ? own
            : Environment.GetEnvironmentVariable(RootVariable) is { Length: > 0 } other ? other : null;
        if (!IsNeeded)
        {
            return;
        }

        _rootFile = named ?? (File.Exists(UsualRoot) ? UsualRoot : null);
        if (_rootFile == SystemRoots)
        {
            _rootFile = null;
        }

        _policy = _rootFile is null ? null : PolicyOf(_rootFile);
        settings.SslMode = SslMode.Require;
        settings.RootCertificate = null;
        settings.CheckCertificateRevocation = false;
    }

    /// <summary>Why the last certificate was refused; null while none was.</summary>
    public string? Refusal => _refusal;

    private bool IsNeeded => _verifies is SslMode.VerifyCA or SslMode.VerifyFull;

    /// <summary>Where PostgreSQL's programs look for authorities when none is named.</summary>
    private static string UsualRoot => OperatingSystem.IsWindows()
        ? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.ApplicationData), "postgresql", "root.crt")
        : Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".postgresql", "root.crt");

    public void Judge(NpgsqlSlimDataSourceBuilder source)
    {
        if (IsNeeded)
        {
            source.UseSslClientAuthenticationOptionsCallback(options =>
            {
                options.CertificateRevocationCheckMode = _asksRevocation ? X509RevocationMode.Online : X509RevocationMode.NoCheck;
                options.CertificateChainPolicy = _policy?.Clone();
                options.RemoteCertificateValidationCallback = Accept;
            });
        }
    }

    private bool Accept(object sender, X509Certificate? certificate, X509Chain? chain, SslPolicyErrors errors)
    {
        var host = ((SslStream)sender).TargetHostName;
        _refusal = certificate is null ? $"{host} presented no certificate"
            : errors.HasFlag(SslPolicyErrors.RemoteCertificateNameMismatch) && _verifies == SslMode.VerifyFull
                ? $"the certificate that {host} presented was not issued for this name: use the name in the certificate as Host"
            : !errors.HasFlag(SslPolicyErrors.RemoteCertificateChainErrors) ? null
            : chain?.ChainStatus.Any(status => status.Status.HasFlag(X509ChainStatusFlags.NotTimeValid)) == true
                ? $"the certificate that {host} presented has expired or is not valid yet: renew it, and check the clocks"
            : chain?.ChainStatus.Any(status => status.Status.HasFlag(X509ChainStatusFlags.Revoked)) == true
                ? $"the certificate that {host} presented was revoked"
            : _rootFile is null
                ? $"the certificate that {host} presented is not trusted here: name the file with your own certificate authority with Root Certificate (sslrootcert)"
            : $"the certificate that {host} presented was not issued by an authority in {_rootFile}";
        return _refusal is null;
    }

    private X509ChainPolicy PolicyOf(string file)
    {
        AssertIsThere(file, "root certificate", $"Root Certificate (sslrootcert) or {RootVariable}");
        try
        {
            var policy = CertificateAuthorities.PolicyOf(CertificateAuthorities.Read(file));
            policy.RevocationMode = _asksRevocation ? X509RevocationMode.Online : X509RevocationMode.NoCheck;
            return policy;
        }
        catch (FileRefusedException refused)
        {
            throw StoreTarget.Wrong($"the root certificate {file} cannot be used: {refused.Message}");
        }
    }

    private static void AssertIsThere(string? file, string what, string option)
    {
        if (file is { Length: > 0 } && !File.Exists(file))
        {
            throw StoreTarget.Wrong($"the {what} {file} does not exist: correct {option}");
        }
    }
}
