using TimerProbe.Application;
using TimerProbe.Application.Configuration;
using TimerProbe.Application.Serving;

namespace TimerProbe.Cli.Configuration;

/// <summary>Asks the OpenID provider of a server what it can do; nobody is signed in.</summary>
internal static class OpenIdCheck
{
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public static async Task<CheckLine> RunAsync(OpenIdSettings settings, CancellationToken cancel)
    {
        var what = $"OpenID provider {settings.Issuer.Host}";
        try
        {
            await OpenIdProvider.TryAsync(settings.Issuer, settings.CaFile, cancel);
            return new CheckLine(
                CheckOutcome.Good, what, "it answers, and people can sign in there; whether it knows the client was not tried");
        }
        catch (UseCaseException failed)
        {
            return new CheckLine(CheckOutcome.Bad, what, failed.Message);
        }
    }
}
