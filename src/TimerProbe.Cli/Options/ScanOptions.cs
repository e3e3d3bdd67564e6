using System.CommandLine;
using System.Globalization;
using TimerProbe.Cli.Output;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Placement;
using TimerProbe.Core.Units;

namespace TimerProbe.Cli.Options;

/// <summary>The options of <c>scan</c> that say what is read.</summary>
internal sealed class ScanOptions(Terminal terminal)
{
    private readonly ScanTargetOptions _targets = new(terminal);
    private readonly Option<string[]> _datacenters = Filter("--datacenter", "Read these datacenters only; * and ? are wildcards in all filters.");
    private readonly Option<string[]> _clusters = Filter("--cluster", "Read these clusters only.");
    private readonly Option<string[]> _folders = Filter("--folder", "Read these virtual machine folders only, by name or path, with all below them.");
    private readonly Option<string[]> _names = Filter("--name", "Read the virtual machines of these names only.");

    private readonly Option<string?> _guestResults = new("--guest-results")
    {
        Description = "Join the check documents (JSON) in this folder and below it to their virtual machines.",
        HelpName = "DIR",
    };

    private readonly Option<bool> _performance = new("--performance") { Description = "Read CPU ready, co-stop, usage and limits of the last five minutes as well." };
    private readonly Option<PartsPerMillion?> _tolerance = Tolerance();

    public AnonymizeOption Anonymize { get; } = new("names, addresses and UUIDs");

    public void AddTo(Command command)
    {
        _targets.AddTo(command);
        command.Options.Add(_datacenters);
        command.Options.Add(_clusters);
        command.Options.Add(_folders);
        command.Options.Add(_names);
        command.Options.Add(_guestResults);
        command.Options.Add(_performance);
        command.Options.Add(_tolerance);
        command.Options.Add(Anonymize.Option);
    }

    /// <exception cref="CommandException">An option makes no sense.</exception>
    public ScanSettings Read(ParseResult parsed, CancellationToken cancel) => new()
    {
        Targets = _targets.Read(parsed, cancel),
        Scope = new ScanScope
        {
            Datacenters = parsed.GetValue(_datacenters) ?? [],
            Clusters = parsed.GetValue(_clusters) ?? [],
            Folders = parsed.GetValue(_folders) ?? [],
            Names = parsed.GetValue(_names) ?? [],
        },
        Frequencies = new FrequencyRules(parsed.GetValue(_tolerance) ?? FrequencyRules.DefaultTolerance),
        GuestResults = parsed.GetValue(_guestResults),
        Performance = parsed.GetValue(_performance),
        Pseudonyms = Anonymize.Read(parsed),
    };

    private static Option<string[]> Filter(string name, string description) => new(name) { Description = description, HelpName = "GLOB" };

    private static Option<PartsPerMillion?> Tolerance() => new("--tolerance")
    {
        Description = "How far two frequencies may differ and still count as one, in ppm. [default: 250]",
        HelpName = "PPM",
        CustomParser = result =>
        {
            var text = result.Tokens[0].Value;
            if (double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var ppm) && ppm is > 0 and <= 10_000)
            {
                return new PartsPerMillion(ppm);
            }

            result.AddError($"--tolerance takes a number above 0 and up to 10000 (1 %), not '{text}'");
            return null;
        },
    };
}
