namespace TimerProbe.Application.Scanning;

/// <summary>What a person trusts beyond the system: asked once a server, one at a time, and remembered. A script uses none of it.</summary>
internal sealed class CertificateConsent(TrustedServers trusted, IDialog dialog) : IDisposable
{
    private readonly SemaphoreSlim _turn = new(1);

    public async Task<bool> IsGivenAsync(VSphereServer server, PresentedCertificate certificate, CancellationToken cancellationToken)
    {
        if (!dialog.CanAnswer)
        {
            return false;
        }

        await _turn.WaitAsync(cancellationToken);
        try
        {
            var known = Known(server, cancellationToken);
            if (known == certificate.Thumbprint)
            {
                return true;
            }

            var isGiven = dialog.Confirm(server.ToString(), certificate, known, cancellationToken);
            if (isGiven)
            {
                Remember(server, certificate.Thumbprint, cancellationToken);
            }

            return isGiven;
        }
        finally
        {
            _turn.Release();
        }
    }

    public void Dispose() => _turn.Dispose();

    private string? Known(VSphereServer server, CancellationToken cancellationToken)
    {
        try
        {
            return trusted.GetThumbprint(server, cancellationToken);
        }
        catch (IOException ex)
        {
            dialog.ReportProblem($"nothing in {trusted.File} is trusted: {ex.Message}");
            return null;
        }
    }

    private void Remember(VSphereServer server, string thumbprint, CancellationToken cancellationToken)
    {
        try
        {
            trusted.Trust(server, thumbprint, cancellationToken);
        }
        catch (Exception ex) when (ex is IOException or UnauthorizedAccessException)
        {
            dialog.ReportProblem(
                $"the certificate of {server} is trusted for this run only, and cannot be remembered in {trusted.File}: {ex.Message}");
        }
    }
}
