namespace TimerProbe.Cli.Options;

/// <summary>What a command does with its run; one that <c>reads</c> can use a store without saving in it.</summary>
internal sealed class RunOptions(Command command, bool reads, Terminal terminal, TimeProvider time)
{
    private readonly ConfigOption _config = new(command, terminal);
    private readonly StoreOption _store = new(command);
    private readonly SubmitOption _submit = new(command);

    /// <summary>What is asked for, before anything is opened.</summary>
    public RunSettings Read(ParseResult parsed, CancellationToken cancellationToken)
    {
        var configuration = _config.Read(parsed, cancellationToken);
        var use = _store.GetUse(parsed, configuration.Store);
        var store = _store.Read(parsed, configuration.Store);
        var submit = _submit.Read(parsed, configuration, configuration.Anonymize || parsed.Has("--anonymize"));
        if (use == StoreAccess.Write && configuration.Anonymize)
        {
            throw new UseCaseException(
                ExitCode.Usage, $"--save needs the real names, and {configuration.File} asks for pseudonyms: \"anonymize\"");
        }

        if (use != StoreAccess.Write && !reads && _store.IsNamed(parsed))
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
