using System.CommandLine;
using System.Text.RegularExpressions;
using TimerProbe.Application;
using TimerProbe.Application.Configuration;
using TimerProbe.Application.FieldChecking;
using TimerProbe.Application.Scanning;
using TimerProbe.Cli.Commands.Help;
using TimerProbe.Cli.Options;
using TimerProbe.Cli.Output;
using TimerProbe.Cli.Output.FieldChecks;
using TimerProbe.Core.Facts;
using TimerProbe.Guest.Measuring;
using TimerProbe.Guest.References;

namespace TimerProbe.Cli.Commands;

internal sealed partial class FieldCheckCommand(Terminal terminal, TimeProvider time)
{
    private const string DefaultFile = "timerprobe-field-check.json";

    private readonly Option<string[]> _read = new("--read")
    {
        Description = "Read files that this command made, or folders of them, and show them as a table; nothing is measured.",
        HelpName = "FILE",
        AllowMultipleArgumentsPerToken = true,
    };

    private readonly Option<string> _out = new("--out")
    {
        Description = $"The file to write. [default: {DefaultFile}]",
        HelpName = "FILE",
        DefaultValueFactory = _ => DefaultFile,
    };

    private readonly Option<TimeSpan?> _each = DurationOption.Create(
        "--for",
        $"How long the watch lasts, and each comparison of the clock's rate, which takes {DriftProbe.Shortest.TotalSeconds:0}s at least. [default: 1m]");
    private readonly Option<NtpAddress?> _reference = ReferenceOption.Create(
        "Also compare the clock's rate with this NTP server. [default: VMware Tools only]");
    private readonly Option<string?> _esxi = Matching(
        "--esxi",
        "VERSION",
        "The host's ESXi version and build, as vSphere Client shows them: \"8.0.3 24022510\".",
        Version(),
        "a version and a build of digits, such as \"8.0.3 24022510\"");
    private readonly Option<string?> _site = Matching(
        "--site",
        "WORD",
        "A word of your own that is the same in all your files, so that they do not count as several sites.",
        Word(),
        "up to 20 letters, digits and hyphens");
    private readonly Option<string?> _vm = new("--vm")
    {
        Description = "This machine's name in the vCenters that are named.",
        HelpName = "NAME",
    };

    private readonly ScanTargetOptions _targets = new(
        terminal, "A vCenter or a single ESXi host to look at this machine in, as HOST or HOST:PORT; --vm names the machine.");
    private readonly Option<bool> _noColor = OutputOptions.CreateNoColor();

    public Command Create()
    {
        var command = new ExampleCommand(
            "field-check", "Find out in some minutes what only a real host can show: one file without names, which nothing sends.")
        {
            Examples =
            [
                ("timerprobe field-check --for 10s", "measure, compare rates and watch, and write the file; without --for, some three minutes"),
                ("timerprobe field-check --for 10s --esxi 8.0.3 --site blue", "with what a guest cannot see"),
                ("timerprobe field-check vc1.example.org --user scan@vsphere.local --vm DB01", "also what a vCenter shows of this machine and its host; asks for the password"),
                ("timerprobe field-check --read timerprobe-field-check.json", "what files, or the files of folders, say together"),
            ],
        };
        command.Options.Add(_read);
        command.Options.Add(_out);
        command.Options.Add(_each);
        command.Options.Add(_reference);
        command.Options.Add(_esxi);
        command.Options.Add(_site);
        command.Options.Add(_vm);
        _targets.AddTo(command);
        command.Options.Add(_noColor);
        command.SetAction(RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancel)
    {
        var context = ThisProgram.Context(terminal, time);
        var style = terminal.Style(parsed.GetValue(_noColor));
        if (parsed.GetValue(_read) is { Length: > 0 } paths)
        {
            var files = new FieldCheckFiles(context);
            FieldCheckText.Write(files.Read(paths, cancel), style, terminal.Out);
            return (int)(files.IsPartial ? ExitCode.Partial : ExitCode.Done);
        }

        var settings = new FieldCheckSettings
        {
            Each = parsed.GetValue(_each) ?? DriftProbe.Default,
            Reference = parsed.GetValue(_reference),
            Scan = Scan(parsed, cancel),
            Esxi = parsed.GetValue(_esxi),
            Site = parsed.GetValue(_site),
            Pseudonyms = PseudonymKey.FromEnvironmentOrNew(),
        };
        var file = parsed.GetRequiredValue(_out);
        using var destination = DocumentOutput.Open(terminal, new OutputSettings(OutputFormat.Json, file, NoColor: true));
        var document = await new FieldCheckRun(settings, context).RunAsync(cancel);
        destination.WriteJson(document);
        FieldCheckText.Write(document, file, style, terminal.Out);
        return (int)(settings.Scan is not null && document.Scan is null ? ExitCode.Partial : ExitCode.Done);
    }

    private ScanSettings? Scan(ParseResult parsed, CancellationToken cancel)
    {
        if (!_targets.AreNamed(parsed))
        {
            return parsed.GetValue(_vm) is null
                ? null
                : throw new UseCaseException(Failure.Usage, "--vm takes the vCenter that has it too: HOST");
        }

        var name = parsed.GetValue(_vm)
            ?? throw new UseCaseException(Failure.Usage, "specify this machine's name in the vCenter: --vm NAME");
        return ConfiguredScan.Create(new FileConfiguration(), _targets.Read(parsed, new FileConfiguration(), cancel)) with
        {
            Scope = new ScanScope { Names = [name] }
        };
    }

    private static Option<string?> Matching(string name, string helpName, string description, Regex pattern, string takes)
    {
        var option = new Option<string?>(name) { Description = description, HelpName = helpName };
        option.Validators.Add(result =>
        {
            if (!pattern.IsMatch(result.Tokens[0].Value))
            {
                result.AddError($"{name} takes {takes}");
            }
        });
        return option;
    }

    [GeneratedRegex(@"^\d{1,2}(\.\d{1,3}){1,3}( U\d[a-z]?)?( (build-)?\d{4,10})?$", RegexOptions.ExplicitCapture | RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Version();

    [GeneratedRegex("^[A-Za-z0-9-]{1,20}$", RegexOptions.ExplicitCapture | RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Word();
}
