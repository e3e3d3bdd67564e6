using System.CommandLine;
using System.Globalization;

namespace TimerProbe.Cli.Options;

internal static class SharedOptions
{
    public static readonly string[] KindsOfRuns = [RunKinds.Check, RunKinds.Sql, RunKinds.Scan];

    public static DeclaredOption<TimeSpan?> Age(this Command command, string name, string description) =>
        command.Value(name, "AGE", description, AgeText.Parse, "an age such as 12h, 7d or 4w, at most ten years");

    public static DeclaredOption<int?> Count(
        this Command command, string name, string description, int least, int most, string value = "COUNT") =>
        command.Value<int?>(
            name,
            value,
            description,
            text => int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var count) && count >= least && count <= most
                ? count
                : null,
            $"a number from {least} to {most}");

    public static DeclaredOption<TimeSpan?> Duration(this Command command, string name, string description, TimeSpan? shortest = null) =>
        command.Value(name, "DURATION", description, DurationText.Parse, "a duration such as 400ms, 30s or 2m, at most 24h")
            .Refuse(result => DurationText.Parse(result.Tokens[^1].Value) < shortest
                ? $"{name} takes at least {shortest.Value.TotalSeconds:0}s, not '{result.Tokens[^1].Value}': less says nothing"
                : null);

    public static DeclaredOption<string?> Kind(this Command command, string description, string[] kinds) =>
        command.Word("--kind", "KIND", $"{description}: {string.Join(", ", kinds)}.", kinds);

    public static DeclaredOption<bool> NoColor(this Command command) =>
        command.Flag("--no-color", "Do not use colors, as with the environment variable NO_COLOR.", Headings.Output);

    public static DeclaredOption<bool> NoStub(this Command command) =>
        command.Flag("--no-stub", "Do not allocate executable memory: RDTSC is then not measured on its own.");

    public static DeclaredOption<NtpAddress?> Reference(this Command command, string description) =>
        command.Value("--reference", "HOST", description, NtpAddress.Parse, "an NTP server as HOST or HOST:PORT");

    public static DeclaredOption<PartsPerMillion?> Tolerance(this Command command) => command.Value<PartsPerMillion?>(
        "--tolerance",
        "PPM",
        "How much two frequencies may differ and still count as the same, in ppm. [default: 250]",
        text => double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var ppm) && ppm is > 0 and <= 10_000
            ? new PartsPerMillion(ppm)
            : null,
        "a number above 0 and up to 10000 (1 %)");

    public static DeclaredOption<string?> ToolsProgram(this Command command) => command.Text(
        "--tools-program",
        "FILE",
        "Publish with this vmtoolsd or rpctool. [default: the one VMware Tools installed]",
        Headings.Output);
}
