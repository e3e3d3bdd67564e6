using System.CommandLine;
using TimerProbe.Application.Checking;
using TimerProbe.Application.Configuration;
using TimerProbe.Cli.Output;
using TimerProbe.Guest.Measuring;
using TimerProbe.Guest.References;

namespace TimerProbe.Cli.Options;

internal sealed class CheckOptions(Terminal terminal)
{
    private const int DefaultRounds = 16;

    private readonly Option<TimeSpan?> _budget = DurationOption.Create(
        "--budget", "Wall-clock limit for an undecided check; most checks need a hundredth of it. [default: 5s]");
    private readonly Option<ProcessorList?> _processors = ProcessorListOption.Create();
    private readonly Option<bool> _perProcessor = new("--per-processor") { Description = "Measure on each allowed processor in turn." };
    private readonly Option<bool> _scaling = new("--scaling") { Description = "Measure on 1, 2, 4 ... all allowed processors at once." };
    private readonly Option<TimeSpan?> _drift = DurationOption.Create(
        "--drift",
        "Compare the rate of this machine's clocks with an outside clock for this long: at least 10s with --reference, 60s with VMware Tools.",
        DriftProbe.Shortest);

    private readonly Option<NtpAddress?> _reference = ReferenceOption.Create(
        $"The NTP server to compare with; on its own, it implies --drift {DriftProbe.Default.TotalSeconds:0}s.");

    private readonly Option<int?> _rounds = CountOption.Create(
        "--rounds",
        $"Count calls in rounds, dropping the first, to compare with older results; {DefaultRounds} is the classic number.",
        2,
        10_000);

    private readonly Option<TimeSpan?> _roundLength = DurationOption.Create("--round-length", "Length of each round. [default: 1s]");
    private readonly Option<bool> _noStub = CreateNoStub();

    public AnonymizeOption Anonymize { get; } = new(terminal, "names and UUIDs");

    public static Option<bool> CreateNoStub() => new("--no-stub")
    {
        Description = "Do not allocate executable memory: RDTSC is then not measured on its own.",
    };

    public void AddTo(Command command)
    {
        command.Options.Add(_budget);
        command.Options.Add(_processors);
        command.Options.Add(_perProcessor);
        command.Options.Add(_scaling);
        command.Options.Add(_drift);
        command.Options.Add(_reference);
        command.Options.Add(_rounds);
        command.Options.Add(_roundLength);
        command.Options.Add(_noStub);
        command.Options.Add(Anonymize.Option);
    }

    public CheckSettings Read(ParseResult parsed, FileConfiguration configuration) => new()
    {
        Budget = parsed.GetValue(_budget) ?? MeasuringPlan.DefaultBudget,
        Processors = parsed.GetValue(_processors),
        PerProcessor = parsed.GetValue(_perProcessor),
        Scaling = parsed.GetValue(_scaling),
        Drift = parsed.GetValue(_drift) ?? (parsed.GetValue(_reference) is null ? null : DriftProbe.Default),
        Reference = parsed.GetValue(_reference),
        Rounds = parsed.GetValue(_rounds) ?? (parsed.GetValue(_roundLength) is null ? null : DefaultRounds),
        RoundLength = parsed.GetValue(_roundLength) ?? TimeSpan.FromSeconds(1),
        UseStub = !parsed.GetValue(_noStub),
        Mutes = configuration.Muting,
        Pseudonyms = Anonymize.Read(parsed, configuration.Anonymize),
    };
}

/// <summary>--processors: a list such as 0,2-5 or, with Windows processor groups, 1:0-3.</summary>
internal static class ProcessorListOption
{
    public static Option<ProcessorList?> Create() => new("--processors")
    {
        Description = "Measure only on these processors, and take the verdict from the first: 0,2-5, or 1:0-3 with a Windows group.",
        HelpName = "LIST",
        CustomParser = result =>
        {
            if (ProcessorList.TryParse(result.Tokens[0].Value, out var list))
            {
                return list;
            }

            result.AddError($"--processors takes a list such as 0,2-5 or 1:0-3, not '{result.Tokens[0].Value}'");
            return null;
        },
    };
}
