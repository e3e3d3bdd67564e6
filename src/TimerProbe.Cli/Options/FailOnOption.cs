namespace TimerProbe.Cli.Options;

internal sealed class FailOnOption(Command command)
{
    private const string DefaultValue = "critical";
    private const string Never = "never";

    public static readonly string[] Values = ["info", "warning", DefaultValue, Never];

    private readonly DeclaredOption<string?> _option = command.Word(
        "--fail-on",
        "SEVERITY",
        $"Exit with code 10 when a finding has this severity or higher: {string.Join(", ", Values)}. [default: {DefaultValue}]",
        Values,
        Headings.Output);

    public ExitCode Judge(ParseResult parsed, IEnumerable<Finding> findings, string? configured, bool isPartial) =>
        Judge(parsed, findings.Select(finding => finding.Severity), configured, isPartial);

    public ExitCode Judge(ParseResult parsed, IEnumerable<Severity> found, string? configured, bool isPartial)
    {
        var value = parsed.GetValue(_option) ?? configured ?? DefaultValue;
        return value != Never && found.Any(severity => severity >= Enum.Parse<Severity>(value, ignoreCase: true))
            ? ExitCode.Findings
            : isPartial ? ExitCode.Partial
            : ExitCode.Done;
    }
}
