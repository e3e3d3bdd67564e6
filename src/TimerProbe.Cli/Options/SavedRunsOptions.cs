namespace TimerProbe.Cli.Options;

/// <summary>A configuration may name a store too; the command line comes first.</summary>
internal sealed class SavedRunsOptions(Command command, Terminal terminal, TimeProvider time)
{
    private readonly DeclaredOption<string?> _store = command.Store();
    private readonly ConfigOption _config = new(command, terminal);

    /// <summary>What names the store; null for this user's own.</summary>
    public StoreSettings? Read(ParseResult parsed, CancellationToken cancellationToken) =>
        StoreSettings.Of(parsed.GetValue(_store), _config.Read(parsed, cancellationToken).Store);

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
