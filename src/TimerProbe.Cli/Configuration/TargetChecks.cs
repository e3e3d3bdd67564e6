using System.CommandLine;
using TimerProbe.Application;
using TimerProbe.Application.Configuration;
using TimerProbe.Application.Scanning;
using TimerProbe.Application.Secrets;
using TimerProbe.Cli.Options;
using TimerProbe.VSphere;

namespace TimerProbe.Cli.Configuration;

/// <summary>Tries all targets, each by its own login; one that cannot log in does not keep back the others.</summary>
internal sealed class TargetChecks(PasswordOptions passwords)
{
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public async Task<IReadOnlyList<CheckLine>> RunAsync(FileConfiguration configuration, ParseResult parsed, CancellationToken cancel) =>
        await Task.WhenAll(configuration.VCenters.Select(vcenter => Target(vcenter, parsed, cancel)).Select(target => TryAsync(target, cancel)).ToList());

    private (ScanTarget? Target, CheckLine? Failure) Target(VCenterSettings vcenter, ParseResult parsed, CancellationToken cancel)
    {
        var name = vcenter.Server.ToString();
        try
        {
            var login = passwords.Read(parsed, [new LoginTarget(name, vcenter.User, vcenter.Password)], cancel)[0];
            var options = new VSphereOptions { Trust = vcenter.Trust(cancel), UseProxy = vcenter.UseProxy };
            return (new ScanTarget(vcenter.Server, new VSphereCredential(login.UserName, login.Password), options), null);
        }
        catch (Exception wrong) when (wrong is UseCaseException or VSphereException)
        {
            return (null, new CheckLine(CheckOutcome.Bad, name, $"was not tried: {wrong.Message}"));
        }
    }

    private static async Task<CheckLine> TryAsync((ScanTarget? Target, CheckLine? Failure) each, CancellationToken cancel) =>
        each.Target is { } target ? await TargetCheck.RunAsync(target, cancel) : each.Failure!;
}
