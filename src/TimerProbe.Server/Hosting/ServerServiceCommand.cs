using System.CommandLine;
using System.Runtime.Versioning;
using TimerProbe.Application;
using TimerProbe.Application.Configuration;
using TimerProbe.Application.Saving;
using TimerProbe.Application.Services;
using TimerProbe.Core.Names;

namespace TimerProbe.Server.Hosting;

/// <summary><c>timerprobe-server service</c>: a node as a service of Windows.</summary>
internal sealed class ServerServiceCommand(
    Option<string?> config,
    Option<string?> store,
    Option<string[]> listen,
    Func<ParseResult, CancellationToken, (FileConfiguration Configuration, StoreSettings? Store)> read,
    IDialog dialog,
    TextWriter output)
{
    private static readonly string Folder = ServicePlaces.FolderOf("server");

    private readonly Option<bool> _print = new("--print") { Description = "Show what would be installed, and change nothing." };

#pragma warning disable CA1416 // TellAsync sees to it that only Windows gets so far.
    public Command Create()
    {
        var command = new Command("service", "Install, remove or show timerprobe-server as a Windows service.");
        var install = new Command("install", "Install timerprobe-server as a service that starts with the system, and start it.")
        {
            listen,
            _print
        };
        install.SetAction((parsed, cancel) =>
            TellAsync(setup =>
                parsed.GetValue(_print)
                    ? setup.Show(Plan(parsed, cancel))
                    : Sentence(setup.Install(Plan(parsed, cancel), alsoPrepare: null, cancel))));
        command.Subcommands.Add(install);
        var remove = new Command("remove", "Stop and remove the service; the store is kept.");
        remove.SetAction((_, cancel) => TellAsync(setup => Sentence(setup.Remove(alsoUndo: null, cancel))));
        command.Subcommands.Add(remove);
        var status = new Command("status", "Show the status of the service, one fact per line.");
        status.SetAction((_, _) => TellAsync(setup => ServiceFacts.Write(setup.Status())));
        command.Subcommands.Add(status);
        return command;
    }
#pragma warning restore CA1416

    private static string Sentence(string said) => PlainText.OneLine(said) + "\n";

    private WindowsServicePlan Plan(ParseResult parsed, CancellationToken cancel)
    {
        var (configuration, place) = read(parsed, cancel);
        var file = configuration.File.Length > 0 ? Path.GetFullPath(configuration.File) : null;
        var saved = parsed.GetValue(store) is { } named
            ? ServicePlaces.Whole(named)
            : place is null ? Path.Combine(Folder, "timerprobe.db") : null;
        return new WindowsServicePlan
        {
            DisplayName = "TimerProbe server",
            Description = "Takes in what guests measure, scans vCenters on a schedule, and shows the fleet.",
            Executable = ThisExecutable.Path("timerprobe-server"),
            Fixed = [ServiceMode.Option],
            Arguments =
            [
                .. file is null ? [] : new[] { config.Name, file },
                .. saved is null ? [] : new[] { store.Name, saved },
                .. (parsed.GetValue(listen) ?? []).SelectMany(url => new[] { listen.Name, url }),
            ],
            KeepsInstalled = file is null && parsed.GetValue(store) is null && parsed.GetValue(listen) is not { Length: > 0 },
            Folder = Folder,
            Reads = file is null || file.StartsWith(Folder + Path.DirectorySeparatorChar, StringComparison.OrdinalIgnoreCase) ? null : file,
            Restarts = [TimeSpan.FromMinutes(1)],
        };
    }

    private async Task<int> TellAsync(Func<WindowsServiceSetup, string> answer)
    {
        if (!OperatingSystem.IsWindows())
        {
            throw new UseCaseException(
                Failure.NotPossible, "timerprobe-server service is for Windows: with systemd take the unit in docs/server/samples");
        }

        await output.WriteAsync(answer(Setup()));
        return 0;
    }

    [SupportedOSPlatform("windows")]
    private WindowsServiceSetup Setup() => new(WindowsServiceSetup.Server, "timerprobe-server", dialog);
}
