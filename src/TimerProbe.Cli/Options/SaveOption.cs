using System.CommandLine;
using TimerProbe.Application;
using TimerProbe.Application.Keeping;
using TimerProbe.Fleet;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Cli.Options;

/// <summary>--save and --store: whether a run is kept, and where; a store that is only named is read.</summary>
internal sealed class SaveOption(TimeProvider time)
{
    private readonly StoreOption _store = new(time);
    private readonly Option<bool> _save = new("--save") { Description = "Save this run in the store, for timerprobe history." };

    /// <param name="command">The command.</param>
    /// <param name="anonymize">Its option for pseudonyms, which are never kept.</param>
    public void AddTo(Command command, AnonymizeOption anonymize)
    {
        command.Options.Add(_save);
        _store.AddTo(command);
        command.Validators.Add(result =>
        {
            if (result.GetValue(_save) && result.GetValue(anonymize.Option))
            {
                result.AddError("--save stores the real names: remove --anonymize, and share the run with timerprobe report --anonymize");
            }
        });
    }

    /// <summary>Whether the command line names a store.</summary>
    public bool IsNamed(ParseResult parsed) => _store.IsNamed(parsed);

    /// <summary>Whether the run is kept.</summary>
    public bool Saves(ParseResult parsed, StoreSettings? configured) => parsed.GetValue(_save) || configured is { Save: true };

    /// <summary>How long runs are kept; null for ever. What a configuration says goes for its own store, not for one that the command line names.</summary>
    public TimeSpan? Retention(ParseResult parsed, StoreSettings? configured) => IsNamed(parsed) ? null : configured?.Retention;

    /// <summary>Opens the store; null when none is named and the run is not to be kept.</summary>
    /// <exception cref="UseCaseException">It is no store, or cannot be opened.</exception>
    public async Task<FleetStore?> OpenAsync(ParseResult parsed, StoreSettings? configured, CancellationToken cancel) =>
        Saves(parsed, configured) ? await _store.OpenAsync(parsed, configured, StoreAccess.Write, cancel)
        : configured is not null || _store.IsNamed(parsed) ? await _store.OpenAsync(parsed, configured, StoreAccess.Read, cancel)
        : null;
}
