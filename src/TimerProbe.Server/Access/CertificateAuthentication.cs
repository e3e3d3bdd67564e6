using System.Security.Claims;
using System.Text.Encodings.Web;
using Microsoft.AspNetCore.Authentication;
using Microsoft.Extensions.Options;

namespace TimerProbe.Server.Access;

/// <summary>Lets in a machine by its certificate, to hand in what is about itself.</summary>
internal sealed class CertificateAuthentication(
    IOptionsMonitor<AuthenticationSchemeOptions> options, ILoggerFactory log, UrlEncoder encoder, MachineCertificates believed)
    : AuthenticationHandler<AuthenticationSchemeOptions>(options, log, encoder)
{
    public const string Name = "Certificate";

    /// <inheritdoc/>
    protected override Task<AuthenticateResult> HandleAuthenticateAsync() => Task.FromResult(
        Context.Connection.ClientCertificate is not { } certificate ? AuthenticateResult.NoResult()
        : believed.MachineOf(certificate) is { } machine ? AuthenticateResult.Success(
            new AuthenticationTicket(PrincipalOf(machine.Name, machine.SmbiosUuid), Name))
        : AuthenticateResult.Fail("The certificate is not one of a machine."));

    private static ClaimsPrincipal PrincipalOf(string machine, string? uuid)
    {
        var claims = new List<Claim>
        {
            new(ClaimTypes.Name, machine), new(
                AccessClaims.Scope, Scopes.NameOf(Scope.Submit)), new(
                    AccessClaims.Machine, machine), new(AccessClaims.Submitter, $"certificate:{machine.ToUpperInvariant()}"),
        };
        if (uuid is not null)
        {
            claims.Add(new Claim(AccessClaims.SmbiosUuid, uuid));
        }

        return new ClaimsPrincipal(new ClaimsIdentity(claims, Name));
    }
}
