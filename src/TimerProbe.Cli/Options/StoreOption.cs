using System.CommandLine;
using System.CommandLine.Parsing;
using TimerProbe.Application;
using TimerProbe.Application.Configuration;
using TimerProbe.Application.Configuration.Reading;
using TimerProbe.Application.Saving;
using TimerProbe.Cli.Output;
using TimerProbe.Fleet;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Cli.Options;

/// <summary>A configuration may name a store too; the command line comes first.</summary>
internal sealed class StoreOption
{
    private readonly Option<bool> _save = new("--save") { Description = "Save this run in the store, for timerprobe history." };
    private readonly Option<string?> _store = new("--store")
    {
        Description = "The file of the store. [default: from the configuration, else a file of your own]",
        HelpName = "FILE",
    };

    public void AddTo(Command command) => command.Options.Add(_store);

    public void AddTo(Command command, AnonymizeOption anonymize)
    {
        command.Options.Add(_save);
        command.Options.Add(_store);
        command.Validators.Add(result =>
        {
            if (result.GetValue(_save) && result.GetValue(anonymize.Option))
            {
                result.AddError("--save stores the real names: remove --anonymize, and share the run with timerprobe report --anonymize");
            }
        });
    }

    public bool IsNamed(ParseResult parsed) => parsed.GetValue(_store) is not null;

    public StoreUse UseOf(ParseResult parsed, StoreSettings? configured) =>
        parsed.GetValue(_save) || configured is { Save: true } ? StoreUse.Save
        : configured is not null || IsNamed(parsed) ? StoreUse.Read
        : StoreUse.None;

    /// <summary>What names the store; null for this user's own.</summary>
    public StoreSettings? Read(ParseResult parsed, StoreSettings? configured) => StoreSettings.Of(parsed.GetValue(_store), configured);
}

internal sealed class SavedRunsOptions(Terminal terminal, TimeProvider time)
{
    private readonly StoreOption _store = new();
    private readonly ConfigOption _config = new(terminal);

    public void AddTo(Command command)
    {
        _store.AddTo(command);
        _config.AddTo(command);
    }

    /// <summary>What names the store; null for this user's own.</summary>
    /// <exception cref="UseCaseException">The configuration cannot be read, or something is wrong with it.</exception>
    public StoreSettings? Read(ParseResult parsed, CancellationToken cancel) =>
        _store.Read(parsed, _config.Read(parsed, cancel).Store);

    /// <exception cref="UseCaseException">It is no store, or cannot be opened.</exception>
    public Task<FleetStore> OpenAsync(ParseResult parsed, StoreAccess access, CancellationToken cancel) =>
        StoreAccessor.OpenAsync(Read(parsed, cancel), access, time, cancel);
}

/// <summary>--config: the configuration file. None is read that was not named.</summary>
internal sealed class ConfigOption(Terminal terminal)
{
    private const string Variable = "TIMERPROBE_CONFIG";

    private readonly Option<string?> _option = new("--config")
    {
        Description = $"Read this configuration file; command-line options take precedence. [default: the variable {Variable}, else none]",
        HelpName = "FILE",
    };

    public void AddTo(Command command) => command.Options.Add(_option);

    public string? FileOf(ParseResult parsed) => OrVariable(parsed.GetValue(_option));

    public string? FileOf(SymbolResult result) => OrVariable(result.GetValue(_option));

    /// <summary>The file that is named; an empty configuration when none is.</summary>
    /// <exception cref="UseCaseException">It cannot be read, or something is wrong with it.</exception>
    public FileConfiguration Read(ParseResult parsed, CancellationToken cancel) =>
        FileOf(parsed) is { } file ? ConfigurationFile.Read(file, terminal, cancel) : new FileConfiguration();

    private string? OrVariable(string? given) => given ?? terminal.Variables[Variable];
}
