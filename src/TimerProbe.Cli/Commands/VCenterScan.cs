using TimerProbe.Cli.Options;
using TimerProbe.Cli.Output;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Placement;
using TimerProbe.VSphere;
using TimerProbe.VSphere.Inventory;

namespace TimerProbe.Cli.Commands;

/// <summary>Reads one target, from login to logout. What goes wrong with it is a problem of its own, not of the other targets.</summary>
internal sealed class VCenterScan(ScanTarget target, ScanSettings settings, TimeProvider time, Terminal terminal)
{
    public async Task<InventoryReading> ReadAsync(CancellationToken cancel)
    {
        if (target.Options.Trust.AcceptsAnything)
        {
            terminal.Complain($"the certificate of {target.Server} is not verified: whoever sits in between reads the password");
        }

        try
        {
            terminal.Progress($"logging in to {target.Server}");
            var start = time.GetTimestamp();
            await using var session = await VSphereSession.ConnectAsync(target.Server, target.Credential, target.Options, cancel);
            var login = new ScanStep(target.Server.ToString(), "login", Math.Round(time.GetElapsedTime(start).TotalMilliseconds, 1), session.Total.Requests);
            var options = new InventoryOptions { Scope = settings.Scope, Performance = settings.Performance };
            var reading = await new InventoryReader(session, options, new ScanProgress(target.Server.ToString(), terminal, time)).ReadAsync(cancel);
            return reading with { Steps = [login, .. reading.Steps] };
        }
        catch (VSphereException failed)
        {
            return Failed(failed.Message);
        }
    }

    private InventoryReading Failed(string why) => new()
    {
        VCenter = new VCenterFacts
        {
            Server = target.Server.ToString(),
            Status = ReadStatus.Failed,
            CertificateVerified = !target.Options.Trust.AcceptsAnything,
            Problems = [why],
        },
    };
}
