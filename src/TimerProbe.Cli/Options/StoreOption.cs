using System.CommandLine;
using System.CommandLine.Parsing;
using TimerProbe.Cli.Configuration;
using TimerProbe.Cli.Configuration.Settings;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Cli.Options;

/// <summary>--store: where runs are kept. A configuration may name it too; the command line comes first.</summary>
internal sealed class StoreOption(TimeProvider time)
{
    private const string PasswordVariable = "TIMERPROBE_STORE_PASSWORD";

    private readonly Option<string?> _store = new("--store")
    {
        Description = "The store: a file, postgres:Host=...;Database=... or postgres://user@host/database. [default: the configuration's, else a file of this user]",
        HelpName = "TARGET",
    };

    public void AddTo(Command command) => command.Options.Add(_store);

    /// <summary>Whether the command line names one.</summary>
    public bool IsNamed(ParseResult parsed) => parsed.GetValue(_store) is not null;

    /// <inheritdoc cref="IsNamed(ParseResult)"/>
    public bool IsNamed(SymbolResult result) => result.GetValue(_store) is not null;

    /// <summary>Opens the store.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="configured">What a configuration says of it; null when it says nothing.</param>
    /// <param name="access">What it is opened for.</param>
    /// <param name="cancel">Ends the opening.</param>
    /// <exception cref="CommandException">It is no store, or cannot be opened.</exception>
    public Task<FleetStore> OpenAsync(ParseResult parsed, StoreSettings? configured, StoreAccess access, CancellationToken cancel) =>
        parsed.GetValue(_store) is { } named ? OpenAsync(new StoreSettings(named, Password: null, Save: null), access, time, cancel) : OpenAsync(configured, access, time, cancel);

    /// <summary>Opens the store that a configuration names, or this user's.</summary>
    /// <exception cref="CommandException">It is no store, or cannot be opened.</exception>
    public static Task<FleetStore> OpenAsync(StoreSettings? settings, StoreAccess access, TimeProvider time, CancellationToken cancel) => GuardAsync(() =>
    {
        var target = settings is null ? StoreTarget.Default : StoreTarget.Parse(settings.Target);
        var password = settings?.Password is { } reference ? SecretSource.Read(reference, cancel).Password
            : Environment.GetEnvironmentVariable(PasswordVariable) is { Length: > 0 } given ? given
            : null;
        return FleetStore.OpenAsync(target, new StoreOptions { Access = access, Password = password, Time = time }, cancel);
    });

    /// <summary>Turns what a store refuses into the end of the command.</summary>
    /// <exception cref="CommandException">The store refused.</exception>
    public static async Task<T> GuardAsync<T>(Func<Task<T>> work)
    {
        try
        {
            return await work();
        }
        catch (StoreException refused)
        {
            throw new CommandException(CodeOf(refused.Kind), refused.Message, refused);
        }
        catch (Exception missing) when (missing is DllNotFoundException or TypeInitializationException { InnerException: DllNotFoundException })
        {
            throw new CommandException(ExitCode.NotPossible, "a store in a file takes SQLite's library, which is published beside this program: copy it too", missing);
        }
    }

    private static ExitCode CodeOf(StoreErrorKind kind) => kind switch
    {
        StoreErrorKind.BadTarget or StoreErrorKind.NotFound or StoreErrorKind.NotKept => ExitCode.Usage,
        StoreErrorKind.CannotConnect or StoreErrorKind.Busy => ExitCode.NoTarget,
        _ => ExitCode.NotPossible,
    };
}
