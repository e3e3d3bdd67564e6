namespace TimerProbe.Cli.Options;

/// <summary>
/// What a command does with its run; one that <c>reads</c> can use a store without saving in it. A configuration may name a store
/// too; the command line comes first.
/// </summary>
internal sealed class RunOptions(Command command, bool reads, Terminal terminal, TimeProvider time)
{
    private readonly ConfigOption _config = new(command, terminal);
    private readonly DeclaredOption<bool> _save = command.Flag(
        "--save", "Save this run in the store, for timerprobe history.", Headings.Store)
        .Excludes("--anonymize", "--save stores the real names: remove --anonymize, and share the run with timerprobe report --anonymize");

    private readonly DeclaredOption<string?> _store = command.Store();
    private readonly SubmitOption _submit = new(command);

    /// <summary>What is asked for, before anything is opened.</summary>
    public RunSettings Read(ParseResult parsed, CancellationToken cancellationToken)
    {
        var configuration = _config.Read(parsed, cancellationToken);
        var named = parsed.GetValue(_store);
        StoreAccess? use = parsed.GetValue(_save) || configuration.Store is { Save: true } ? StoreAccess.Write
            : configuration.Store is not null || named is not null ? StoreAccess.Read
            : null;
        var store = StoreSettings.Of(named, configuration.Store);
        var submit = _submit.Read(parsed, configuration, configuration.Anonymize || parsed.Has("--anonymize"));
        if (use == StoreAccess.Write && configuration.Anonymize)
        {
            throw new UseCaseException(
                ExitCode.Usage, $"--save needs the real names, and {configuration.File} asks for pseudonyms: \"anonymize\"");
        }

        if (use != StoreAccess.Write && !reads && named is not null)
        {
            throw new UseCaseException(ExitCode.Usage, "--store has no effect without --save");
        }

        return new RunSettings(
            configuration,
            store,
            use == StoreAccess.Read && !reads ? null : use,
            submit,
            ThisProgram.Context(terminal, time));
    }
}
