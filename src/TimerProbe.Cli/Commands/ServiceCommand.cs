using System.CommandLine;
using System.CommandLine.Parsing;
using TimerProbe.Application.Saving;
using TimerProbe.Application.Services;
using TimerProbe.Cli.Commands.Help;
using TimerProbe.Cli.Options;
using TimerProbe.Cli.Output;
using TimerProbe.Core.Names;

namespace TimerProbe.Cli.Commands;

internal sealed class ServiceCommand(Terminal terminal, TimeProvider time)
{
    private const string Config = "--config";
    private const string Store = "--store";

    private static readonly string[] Written = ["--out", "--log", "--metrics", Store];
    private static readonly string[] Files = [.. Written, Config, SubmitOption.TokenFileName, SubmitOption.CaFileName];

    // With these it may speak to another machine.
    private static readonly string[] Connecting = ["--reference", SubmitOption.Name];

    private readonly WatchOptions _watch = new();
    private readonly Option<bool> _print = new("--print") { Description = "Show what would be installed, and change nothing." };

    public Command Create()
    {
        var command = new ExampleCommand("service", "Install, remove or show timerprobe watch as a service.")
        {
            Examples =
            [
                ("timerprobe service install --print", "show what would be installed; without --print (as root or administrator), install and start it"),
                ("timerprobe service status", "whether it is installed, and its state"),
            ],
        };
        command.Subcommands.Add(CreateInstall());
        command.Subcommands.Add(CreateRemove());
        command.Subcommands.Add(CreateStatus());
        return command;
    }

    private ExampleCommand CreateInstall()
    {
        var command = new ExampleCommand(
            "install",
            "Install timerprobe watch as a service that starts with the system, and start it. Accepts the options of watch, but no secrets.")
        {
            Examples =
            [
                ("timerprobe service install --print", "the systemd unit, or the command and account of the Windows service"),
                ("timerprobe service install --every 1m --save --print", "with watch options"),
            ],
        };
        var run = new RunOptions(_watch.Anonymize, reads: false, terminal, time);
        _watch.AddTo(command);
        run.AddTo(command);
        command.Options.Add(_print);
        command.SetAction((parsed, cancel) => InstallAsync(parsed, run.Read(parsed, cancel), cancel));
        return command;
    }

    private Command CreateRemove()
    {
        var command = new Command("remove", "Stop and remove the service; the files it wrote are kept.");
        command.SetAction((_, cancel) => Tell(WatchServices.Here(terminal).Remove(cancel)));
        return command;
    }

    private ExampleCommand CreateStatus()
    {
        var command = new ExampleCommand("status", "Show the status of the service, one fact per line.")
        {
            Examples = [("timerprobe service status", "its state, command and last exit code")],
        };
        command.SetAction((_, cancel) => Write(ServiceFacts.Write(WatchServices.Here(terminal).Status(cancel))));
        return command;
    }

    private async Task<int> InstallAsync(ParseResult parsed, RunSettings run, CancellationToken cancel)
    {
        var settings = await ReadAsync(parsed, run);
        var service = WatchServices.Here(terminal);
        return await (parsed.GetValue(_print) ? Write(service.Plan(settings)) : Tell(service.Install(settings, cancel)));
    }

    private async Task<WatchServiceSettings> ReadAsync(ParseResult parsed, RunSettings run)
    {
        var configuration = run.Configuration;
        if (parsed.GetValue<string?>(Store) is { } target)
        {
            await StoreAccessor.AssertNamesStoreAsync(target);
        }

        var given = parsed.CommandResult.Children.OfType<OptionResult>()
            .Where(option => !option.Implicit && option.Option != _print)
            .ToList();
        // The variable that may name a configuration here is not set there.
        IEnumerable<string> configured = configuration.File.Length > 0 && parsed.GetValue<string?>(Config) is null
            ? [Config, Path.GetFullPath(configuration.File)]
            : [];
        return new WatchServiceSettings
        {
            Executable = ThisExecutable.Path("timerprobe"),
            Options = [.. given.SelectMany(Arguments), .. configured],
            Files = [
                .. given.Where(option => Written.Contains(option.Option.Name))
                    .SelectMany(option => option.Tokens)
                    .Select(token => ServicePlaces.Whole(token.Value))
                    .Where(Path.IsPathFullyQualified)
            ],
            Saves = run.Saves,
            Connects = configuration.File.Length > 0 || given.Exists(option => Connecting.Contains(option.Option.Name)),
        };
    }

    /// <summary>An option as it was given, with whole paths: the service starts in another folder.</summary>
    private static IEnumerable<string> Arguments(OptionResult option)
    {
        var values = option.Tokens.Select(token => Files.Contains(option.Option.Name) ? ServicePlaces.Whole(token.Value) : token.Value);
        return values.Prepend(option.Option.Name);
    }

    private Task<int> Tell(string sentence) => Write(PlainText.OneLine(sentence) + "\n");

    private Task<int> Write(string text)
    {
        terminal.Out.Write(text);
        return Task.FromResult((int)ExitCode.Done);
    }
}
