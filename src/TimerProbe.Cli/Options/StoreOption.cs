namespace TimerProbe.Cli.Options;

/// <summary>A configuration may name a store too; the command line comes first.</summary>
internal sealed class StoreOption(Command command, bool saves = true)
{
    private readonly DeclaredOption<bool>? _save = !saves ? null : command.Flag(
        "--save", "Save this run in the store, for timerprobe history.", Headings.Store)
        .Excludes("--anonymize", "--save stores the real names: remove --anonymize, and share the run with timerprobe report --anonymize");

    private readonly DeclaredOption<string?> _store = command.Text(
        "--store", "FILE", "The file of the store. [default: from the configuration, else a file of your own]", Headings.Store);

    public bool IsNamed(ParseResult parsed) => parsed.GetValue(_store) is not null;

    public StoreAccess? GetUse(ParseResult parsed, StoreSettings? configured) =>
        (_save is not null && parsed.GetValue(_save)) || configured is { Save: true } ? StoreAccess.Write
        : configured is not null || IsNamed(parsed) ? StoreAccess.Read
        : null;

    /// <summary>What names the store; null for this user's own.</summary>
    public StoreSettings? Read(ParseResult parsed, StoreSettings? configured) => StoreSettings.Of(parsed.GetValue(_store), configured);
}

internal sealed class SavedRunsOptions(Command command, Terminal terminal, TimeProvider time)
{
    private readonly StoreOption _store = new(command, saves: false);
    private readonly ConfigOption _config = new(command, terminal);

    /// <summary>What names the store; null for this user's own.</summary>
    public StoreSettings? Read(ParseResult parsed, CancellationToken cancellationToken) =>
        _store.Read(parsed, _config.Read(parsed, cancellationToken).Store);

    public Task<FleetStore> OpenAsync(ParseResult parsed, StoreAccess access, CancellationToken cancellationToken) =>
        StoreAccessor.OpenAsync(Read(parsed, cancellationToken), access, time, cancellationToken);
}

/// <summary>--config: the configuration file. None is read that was not named.</summary>
internal sealed class ConfigOption(Command command, Terminal terminal)
{
    private const string Variable = "TIMERPROBE_CONFIG";

    private readonly DeclaredOption<string?> _option = command.Text(
        "--config",
        "FILE",
        $"Read this configuration file; command-line options take precedence. [default: the variable {Variable}, else none]",
        Headings.Store);

    public string? GetFile(ParseResult parsed) => parsed.GetValue(_option) ?? terminal.Variables[Variable];

    /// <summary>The file that is named; an empty configuration when none is.</summary>
    public FileConfiguration Read(ParseResult parsed, CancellationToken cancellationToken) =>
        GetFile(parsed) is { } file ? ConfigurationFile.Read(file, terminal, cancellationToken) : new FileConfiguration();
}
