using System.CommandLine;
using TimerProbe.Cli.Configuration.Settings;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Cli.Options;

/// <summary>--save and --store: whether a run is kept, and where.</summary>
internal sealed class SaveOption(TimeProvider time)
{
    private readonly StoreOption _store = new(time);
    private readonly Option<bool> _save = new("--save") { Description = "Keep this run in the store, for timerprobe history." };

    public void AddTo(Command command, AnonymizeOption anonymize)
    {
        command.Options.Add(_save);
        _store.AddTo(command);
        command.Validators.Add(result =>
        {
            if (result.GetValue(_save) && result.GetValue(anonymize.Option))
            {
                result.AddError("--save needs the real names: leave out --anonymize, and hand the run around with timerprobe report --anonymize");
            }
        });
    }

    /// <summary>Opens the store to keep the run; null when it is not to be kept.</summary>
    /// <exception cref="CommandException">It is no store, or cannot be opened.</exception>
    public async Task<FleetStore?> OpenAsync(ParseResult parsed, StoreSettings? configured, CancellationToken cancel) =>
        parsed.GetValue(_save) || configured?.Save == true
            ? await _store.OpenAsync(parsed, configured, StoreAccess.Write, cancel)
            : null;
}
