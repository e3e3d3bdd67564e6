using System.Security.Claims;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text.Encodings.Web;
using Microsoft.AspNetCore.Authentication;
using Microsoft.Extensions.Options;
using TimerProbe.Application;
using TimerProbe.Files;

namespace TimerProbe.Server.Access;

/// <summary>Lets in a machine by its certificate, to submit what is about itself.</summary>
internal sealed class CertificateAuthentication(
    IOptionsMonitor<AuthenticationSchemeOptions> options, ILoggerFactory log, UrlEncoder encoder, MachineCertificates believed)
    : AuthenticationHandler<AuthenticationSchemeOptions>(options, log, encoder)
{
    public const string Name = "Certificate";

    protected override Task<AuthenticateResult> HandleAuthenticateAsync() => Task.FromResult(
        Context.Connection.ClientCertificate is not { } certificate
            ? AuthenticateResult.NoResult()
            : believed.MachineOf(certificate) is { } machine
                ? AuthenticateResult.Success(new AuthenticationTicket(PrincipalOf(machine.Name, machine.SmbiosUuid), Name))
                : AuthenticateResult.Fail("The certificate is not one of a machine."));

    private static ClaimsPrincipal PrincipalOf(string machine, string? uuid)
    {
        var claims = new List<Claim>
        {
            new(ClaimTypes.Name, machine),
            new(AccessClaims.Scope, Scopes.NameOf(Scope.Submit)),
            new(AccessClaims.Machine, machine),
            new(AccessClaims.Submitter, $"certificate:{machine.ToUpperInvariant()}"),
        };
        if (uuid is not null)
        {
            claims.Add(new Claim(AccessClaims.SmbiosUuid, uuid));
        }

        return new ClaimsPrincipal(new ClaimsIdentity(claims, Name));
    }
}

/// <summary>Certificates that name a machine by their DNS name, else by their common name: for clients, of authorities in a file.</summary>
internal sealed class MachineCertificates
{
    private const string ClientAuthentication = "1.3.6.1.5.5.7.3.2";

    // RFC 9562, section 4.
    private const string Uuid = "urn:uuid:";

    private readonly X509Certificate2Collection _authorities;
    private readonly TimeProvider _time;

    private MachineCertificates(X509Certificate2Collection authorities, TimeProvider time) => (_authorities, _time) = (authorities, time);

    /// <summary>Without a PEM file no certificate names one.</summary>
    /// <exception cref="UseCaseException">The file cannot be read, or holds no authority.</exception>
    public static MachineCertificates Read(string? file, TimeProvider time)
    {
        if (file is null)
        {
            return new MachineCertificates([], time);
        }

        try
        {
            return new MachineCertificates(CertificateAuthorities.Read(file), time);
        }
        catch (FileRefusedException refused)
        {
            throw new UseCaseException(Failure.Usage, $"the CA file {file} cannot be used: {refused.Message}", refused);
        }
    }

    /// <summary>
    /// The machine that a certificate names, and its SMBIOS UUID where a <c>urn:uuid:</c> among the alternative names says it; null when it
    /// is not trusted or names none.
    /// </summary>
    public (string Name, string? SmbiosUuid)? MachineOf(X509Certificate2 certificate)
    {
        if (_authorities.Count == 0)
        {
            return null;
        }

        using var chain = new X509Chain { ChainPolicy = CertificateAuthorities.PolicyOf(_authorities) };
        chain.ChainPolicy.ApplicationPolicy.Add(new Oid(ClientAuthentication));
        chain.ChainPolicy.VerificationTime = _time.GetUtcNow().LocalDateTime;
        if (!chain.Build(certificate))
        {
            return null;
        }

        var name = certificate.GetNameInfo(X509NameType.DnsName, forIssuer: false);
        var url = certificate.GetNameInfo(X509NameType.UrlName, forIssuer: false);
        return name.Length == 0 ? null : (name, url.StartsWith(Uuid, StringComparison.OrdinalIgnoreCase) ? url[Uuid.Length..] : null);
    }
}
