using System.CommandLine;
using TimerProbe.Application;
using TimerProbe.Application.Configuration;
using TimerProbe.Application.Scanning;
using TimerProbe.Cli.Output;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Placement;
using TimerProbe.Core.Units;

namespace TimerProbe.Cli.Options;

internal sealed class ScanOptions(Terminal terminal)
{
    private readonly ScanTargetOptions _targets = new(terminal);
    private readonly Option<string[]> _datacenters = Filter(
        "--datacenter", "Read only these datacenters; * and ? are wildcards in all filters.");
    private readonly Option<string[]> _clusters = Filter("--cluster", "Read only these clusters.");
    private readonly Option<string[]> _folders = Filter(
        "--folder", "Read only these virtual machine folders, by name or path, and everything below them.");
    private readonly Option<string[]> _names = Filter("--name", "Read only the virtual machines with these names.");

    private readonly Option<string?> _guestResults = new("--guest-results")
    {
        Description = "Match the check documents (JSON) in this folder and its subfolders to their virtual machines.",
        HelpName = "DIR",
    };

    private readonly Option<string?> _vmLogs = new("--vm-logs")
    {
        Description =
            "Read the vmware.log files in this folder and its subfolders: they tell the frequency that a virtual machine was powered on at, and whether its host scales the TSC.",
        HelpName = "DIR",
    };

    private readonly Option<bool> _readLogs = new("--read-logs")
    {
        Description =
            "Where it is open whether hosts scale the TSC, fetch the vmware.log of a virtual machine on them, three for a class at most. Needs the privileges Datastore.Browse and Datastore.FileManagement.",
    };

    private readonly Option<bool> _allSettings = new("--all-settings")
    {
        Description =
            "Read all settings of more than 100 virtual machines too, 20 kB each, and not only those that are known to touch the clock.",
    };

    private readonly Option<TimeSpan?> _publishedMaxAge = AgeOption.Create(
        "--published-max-age", "Treat results that guests published longer ago than this as stale, such as 12h or 4w. [default: 7d]");

    private readonly Option<bool> _performance = new("--performance")
    {
        Description = "Also read CPU ready, co-stop, usage and limits for the last five minutes.",
    };

    private readonly Option<bool> _noStatistics = new("--no-statistics")
    {
        Description = "Do not use vCenter's CPU statistics to infer where VMs were powered on, nor since when they are away or slow.",
    };

    private readonly Option<PartsPerMillion?> _tolerance = ToleranceOption.Create();

    private readonly Option<TimeSpan?> _timeLimit = DurationOption.Create(
        "--time-limit", "Stop the whole run after this long, such as 10m (at most 24h), and report what was read by then. [default: 10m]");

    public ConfigOption Config { get; } = new(terminal);

    public AnonymizeOption Anonymize { get; } = new(terminal, "names, addresses and UUIDs");

    public void AddTo(Command command)
    {
        _targets.AddTo(command);
        command.Options.Add(_datacenters);
        command.Options.Add(_clusters);
        command.Options.Add(_folders);
        command.Options.Add(_names);
        command.Options.Add(_guestResults);
        command.Options.Add(_vmLogs);
        command.Options.Add(_readLogs);
        command.Options.Add(_allSettings);
        command.Options.Add(_publishedMaxAge);
        command.Options.Add(_performance);
        command.Options.Add(_noStatistics);
        command.Options.Add(_tolerance);
        command.Options.Add(_timeLimit);
        Config.AddTo(command);
        command.Options.Add(Anonymize.Option);
    }

    /// <summary>What the command line says, and for the rest what the configuration says.</summary>
    /// <exception cref="UseCaseException">An option makes no sense.</exception>
    public ScanSettings Read(ParseResult parsed, FileConfiguration configuration, CancellationToken cancel)
    {
        var targets = _targets.Read(parsed, configuration, cancel)
            .Select(target => target with { OwnScope = target.OwnScope is { } own ? Narrowed(parsed, own) : null });
        var configured = ConfiguredScan.Create(configuration, [.. targets]);
        return configured with
        {
            Scope = Narrowed(parsed, configured.Scope),
            Frequencies = parsed.GetValue(_tolerance) is { } tolerance ? new FrequencyRules(tolerance) : configured.Frequencies,
            GuestResults = parsed.GetValue(_guestResults) ?? configured.GuestResults,
            VmLogs = parsed.GetValue(_vmLogs) ?? configured.VmLogs,
            ReadLogs = parsed.GetValue(_readLogs) || configured.ReadLogs,
            AllSettings = parsed.GetValue(_allSettings),
            PublishedMaxAge = parsed.GetValue(_publishedMaxAge) ?? configured.PublishedMaxAge,
            Performance = parsed.GetValue(_performance) || configured.Performance,
            Statistics = !parsed.GetValue(_noStatistics) && configured.Statistics,
            TimeLimit = parsed.GetValue(_timeLimit) ?? configured.TimeLimit,
            Pseudonyms = Anonymize.Read(parsed, configuration.Anonymize),
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

    private static Option<string[]> Filter(string name, string description) => new(name) { Description = description, HelpName = "GLOB" };
}
