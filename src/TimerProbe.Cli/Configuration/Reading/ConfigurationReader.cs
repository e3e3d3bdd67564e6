using TimerProbe.Cli.Configuration.Json;
using TimerProbe.Cli.Configuration.Settings;
using TimerProbe.Cli.Options;
using TimerProbe.Core.Advice;
using TimerProbe.Core.Units;

namespace TimerProbe.Cli.Configuration.Reading;

/// <summary>Reads the text of a configuration file, and finds everything wrong with it at once.</summary>
/// <param name="file">The file, as it was named; relative paths in it are meant from its folder.</param>
internal sealed class ConfigurationReader(string file)
{
    private const double MostTolerance = 10_000;

    private readonly ReadingContext _context = new(file);

    /// <summary>What is wrong, in the order of the text.</summary>
    public IReadOnlyList<ConfigurationProblem> Problems => [.. _context.Problems.OrderBy(problem => problem.Place.Line).ThenBy(problem => problem.Place.Column)];

    /// <summary>The names each section knows, by its path; complete for the sections that the text has.</summary>
    public IReadOnlyDictionary<string, IReadOnlyCollection<string>> KnownNames => _context.KnownNames;

    /// <summary>What the text says; not to be used when there are problems.</summary>
    public FileConfiguration Read(byte[] text)
    {
        try
        {
            return Read(new SectionReader(JsonTree.Read(text), "", _context));
        }
        catch (JsonSlip slip)
        {
            _context.Complain(slip.Place, slip.Message);
            return new FileConfiguration { File = file };
        }
    }

    private FileConfiguration Read(SectionReader root)
    {
        _ = root.Text("$schema");
        var configuration = new FileConfiguration
        {
            File = file,
            VCenters = VCenterSection.ReadAll(root.Sections("vcenters")),
            Filters = root.Section("filters") is { } filters ? FilterSection.Read(filters) : new(),
            Tolerance = root.Positive("tolerancePpm", MostTolerance) is { } ppm ? new PartsPerMillion(ppm) : null,
            Thresholds = root.Section("thresholds") is { } thresholds ? ThresholdSection.Read(thresholds) : FleetThresholds.Default,
            Performance = root.OptionalFlag("performance"),
            GuestResults = root.FilePath("guestResults"),
            TimeLimit = root.Duration("timeLimit"),
            Anonymize = root.OptionalFlag("anonymize"),
            FailOn = root.Choice("failOn", FailOnOption.Values),
            Mutes = MuteSection.Read(root),
            Outputs = OutputSection.ReadAll(root.Sections("outputs")),
            Store = root.Section("store") is { } store ? StoreSection.Read(store) : null,
            Alerts = root.Section("alerts") is { } alerts ? AlertSection.Read(alerts) : null,
        };
        if (_context.Problems.Count == 0)
        {
            ConfiguredPlaces.AssertApart(root, configuration);
        }

        root.Finish();
        return configuration;
    }
}
