using System.CommandLine;
using TimerProbe.Core.Advice;

namespace TimerProbe.Cli.Options;

internal sealed class FailOnOption
{
    private const string Never = "never";

    private readonly Option<string> _option = new("--fail-on")
    {
        Description = "Exit with code 10 when a finding has this severity or higher: info, warning, critical, never. [default: critical]",
        HelpName = "SEVERITY",
        DefaultValueFactory = _ => "critical",
    };

    public static readonly string[] Values = ["info", "warning", "critical", Never];

    public FailOnOption()
    {
        _option.CompletionSources.Add(Values);
        _option.Validators.Add(result =>
        {
            if (result.GetValueOrDefault<string>() is var value && !Values.Contains(value, StringComparer.Ordinal))
            {
                result.AddError($"--fail-on takes {string.Join(", ", Values)}, not '{value}'");
            }
        });
    }

    public void AddTo(Command command) => command.Options.Add(_option);

    /// <summary>The exit code that the findings lead to. The command line comes before what is configured, which may be nothing.</summary>
    public ExitCode Judge(ParseResult parsed, IEnumerable<Finding> findings, string? configured, bool isPartial) =>
        Judge(parsed, findings.Select(finding => finding.Severity), configured, isPartial);

    public ExitCode Judge(ParseResult parsed, IEnumerable<Severity> found, string? configured, bool isPartial)
    {
        var value = configured is not null && parsed.GetResult(_option) is not { Implicit: false }
            ? configured
            : parsed.GetRequiredValue(_option);
        return value != Never && found.Any(severity => severity >= Enum.Parse<Severity>(value, ignoreCase: true))
            ? ExitCode.Findings
            : isPartial ? ExitCode.Partial
            : ExitCode.Done;
    }
}
