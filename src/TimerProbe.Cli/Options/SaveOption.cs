using System.CommandLine;
using TimerProbe.Application.Saving;

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

    public bool IsNamed(ParseResult parsed) => _store.IsNamed(parsed);

    public bool Saves(ParseResult parsed, StoreSettings? configured) => parsed.GetValue(_save) || configured is { Save: true };

    /// <summary>What names the store; null for this user's own.</summary>
    public StoreSettings? Read(ParseResult parsed, StoreSettings? configured) => _store.Read(parsed, configured);

    public StoreUse UseOf(ParseResult parsed, StoreSettings? configured) =>
        Saves(parsed, configured) ? StoreUse.Save
        : configured is not null || _store.IsNamed(parsed) ? StoreUse.Read
        : StoreUse.None;
}
