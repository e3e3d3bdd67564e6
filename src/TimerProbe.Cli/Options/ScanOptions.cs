using System.CommandLine;
using TimerProbe.Application;
using TimerProbe.Application.Configuration;
using TimerProbe.Application.Scanning;
using TimerProbe.Cli.Output;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Placement;
using TimerProbe.Core.Units;

namespace TimerProbe.Cli.Options;

internal sealed class ScanOptions(Command command, Terminal terminal)
{
    private readonly ScanTargetOptions _targets = new(command, terminal);
    private readonly Setting<string[]> _datacenters = command.Texts(
        "--datacenter", "GLOB", "Read only these datacenters; * and ? are wildcards in all filters.");
    private readonly Setting<string[]> _clusters = command.Texts("--cluster", "GLOB", "Read only these clusters.");
    private readonly Setting<string[]> _folders = command.Texts(
        "--folder", "GLOB", "Read only these virtual machine folders, by name or path, and everything below them.");
    private readonly Setting<string[]> _names = command.Texts("--name", "GLOB", "Read only the virtual machines with these names.");
    private readonly Setting<string?> _guestResults = command.Text(
        "--guest-results", "DIR", "Match the check documents (JSON) in this folder and its subfolders to their virtual machines.");
    private readonly Setting<string?> _vmLogs = command.Text(
        "--vm-logs",
        "DIR",
        "Read the vmware.log files in this folder and its subfolders: they tell the frequency that a virtual machine was powered on at, and whether its host scales the TSC.");
    private readonly Setting<bool> _readLogs = command.Flag(
        "--read-logs",
        "Where it is open whether hosts scale the TSC, fetch the vmware.log of a virtual machine on them, three for a class at most. Needs the privileges Datastore.Browse and Datastore.FileManagement.");
    private readonly Setting<bool> _allSettings = command.Flag(
        "--all-settings",
        "Read all settings of more than 100 virtual machines too, 20 kB each, and not only those that are known to touch the clock.");
    private readonly Setting<TimeSpan?> _publishedMaxAge = command.Age(
        "--published-max-age", "Treat results that guests published longer ago than this as stale, such as 12h or 4w. [default: 7d]");
    private readonly Setting<bool> _performance = command.Flag(
        "--performance", "Also read CPU ready, co-stop, usage and limits for the last five minutes.");
    private readonly Setting<bool> _noStatistics = command.Flag(
        "--no-statistics",
        "Do not use vCenter's CPU statistics to infer where VMs were powered on, nor since when they are away or slow.");
    private readonly Setting<PartsPerMillion?> _tolerance = command.Tolerance();
    private readonly Setting<TimeSpan?> _timeLimit = command.Duration(
        "--time-limit", "Stop the whole run after this long, such as 10m (at most 24h), and report what was read by then. [default: 10m]");

    private readonly AnonymizeOption _anonymize = new(command, terminal, "names, addresses and UUIDs");

    /// <summary>What the command line says, and for the rest what the configuration says.</summary>
    /// <exception cref="UseCaseException">An option makes no sense.</exception>
    public ScanSettings Read(ParseResult parsed, FileConfiguration configuration, CancellationToken cancel)
    {
        var targets = _targets.Read(parsed, configuration, cancel).Select(target => target.VCenter.Filters is not { } own ? target
            : target with { VCenter = target.VCenter with { Filters = Narrowed(parsed, own) } });
        return new ScanSettings
        {
            Targets = [.. targets],
            Configuration = configuration with
            {
                Filters = Narrowed(parsed, configuration.Filters),
                TolerancePpm = parsed.GetValue(_tolerance) ?? configuration.TolerancePpm,
                GuestResults = parsed.GetValue(_guestResults) ?? configuration.GuestResults,
                VmLogs = parsed.GetValue(_vmLogs) ?? configuration.VmLogs,
                ReadLogs = parsed.GetValue(_readLogs) || configuration.ReadLogs,
                Performance = parsed.GetValue(_performance) || configuration.Performance,
                Statistics = parsed.GetValue(_noStatistics) ? false : configuration.Statistics,
                TimeLimit = parsed.GetValue(_timeLimit) ?? configuration.TimeLimit,
            },
            AllSettings = parsed.GetValue(_allSettings),
            PublishedMaxAge = parsed.GetValue(_publishedMaxAge) ?? GuestJoin.DefaultMostAge,
            Pseudonyms = _anonymize.Read(parsed, configuration.Anonymize),
        };
    }

    /// <summary>The filters, each kind that the command line gives in place of the configuration's.</summary>
    private ScanScope Narrowed(ParseResult parsed, ScanScope configured) => new()
    {
        Datacenters = parsed.GetValue(_datacenters) is { Length: > 0 } datacenters ? datacenters : configured.Datacenters,
        Clusters = parsed.GetValue(_clusters) is { Length: > 0 } clusters ? clusters : configured.Clusters,
        Folders = parsed.GetValue(_folders) is { Length: > 0 } folders ? folders : configured.Folders,
        Names = parsed.GetValue(_names) is { Length: > 0 } names ? names : configured.Names,
    };
}
