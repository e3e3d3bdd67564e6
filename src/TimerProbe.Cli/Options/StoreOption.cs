using System.CommandLine;
using System.CommandLine.Parsing;
using TimerProbe.Application;
using TimerProbe.Application.Saving;
using TimerProbe.Fleet;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Cli.Options;

/// <summary>--store: where runs are kept. A configuration may name it too; the command line comes first.</summary>
internal sealed class StoreOption(TimeProvider time)
{
    private readonly Option<string?> _store = new("--store")
    {
        Description =
            "The store: a file, postgres:Host=...;Database=... or postgres://user@host/database. [default: from the configuration, else a file of your own]",
        HelpName = "TARGET",
    };

    public void AddTo(Command command) => command.Options.Add(_store);

    public bool IsNamed(ParseResult parsed) => parsed.GetValue(_store) is not null;

    /// <inheritdoc cref="IsNamed(ParseResult)"/>
    public bool IsNamed(SymbolResult result) => result.GetValue(_store) is not null;

    /// <summary>Opens the store.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="configured">What a configuration says of it; null when it says nothing.</param>
    /// <param name="access">What it is opened for.</param>
    /// <param name="cancel">Ends the opening.</param>
    /// <exception cref="UseCaseException">It is no store, or cannot be opened.</exception>
    public Task<FleetStore> OpenAsync(ParseResult parsed, StoreSettings? configured, StoreAccess access, CancellationToken cancel) =>
        StoreAccessor.OpenAsync(Read(parsed, configured), access, time, cancel);

    /// <summary>What names the store; null for this user's own.</summary>
    public StoreSettings? Read(ParseResult parsed, StoreSettings? configured) => StoreSettings.Of(parsed.GetValue(_store), configured);
}
