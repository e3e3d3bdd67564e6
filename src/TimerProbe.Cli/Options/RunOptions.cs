using System.CommandLine;

namespace TimerProbe.Cli.Options;

/// <summary>What a command does with its run; one that <c>reads</c> can use a store without saving in it.</summary>
internal sealed class RunOptions(Command command, bool reads, Terminal terminal, TimeProvider time)
{
    private readonly ConfigOption _config = new(command, terminal);
    private readonly StoreOption _store = new(command);
    private readonly SubmitOption _submit = new(command);

    /// <summary>What is asked for, before anything is opened.</summary>
    /// <exception cref="UseCaseException">The configuration has errors, or what is asked for makes no sense.</exception>
    public RunSettings Read(ParseResult parsed, CancellationToken cancel)
    {
        var configuration = _config.Read(parsed, cancel);
        var use = _store.UseOf(parsed, configuration.Store);
        var store = _store.Read(parsed, configuration.Store);
        var submit = _submit.Read(parsed, configuration, configuration.Anonymize || parsed.Has("--anonymize"));
        if (use == StoreUse.Save && configuration.Anonymize)
        {
            throw new UseCaseException(
                Failure.Usage, $"--save needs the real names, and {configuration.File} asks for pseudonyms: \"anonymize\"");
        }

        if (use != StoreUse.Save && !reads && _store.IsNamed(parsed))
        {
            throw new UseCaseException(Failure.Usage, "--store has no effect without --save");
        }

        return new RunSettings(
            configuration,
            store,
            use == StoreUse.Read && !reads ? StoreUse.None : use,
            submit,
            ThisProgram.Context(terminal, time));
    }
}

/// <summary>Whether a run is saved and where, what submits it, and who is alerted to what it changed.</summary>
/// <param name="Configuration">The configuration file, empty when none is named.</param>
/// <param name="Store">What names the store; null for this user's own.</param>
/// <param name="Use">What the run has it for.</param>
/// <param name="Submit">The server that it is submitted to; null for none.</param>
/// <param name="Context">The program that runs it.</param>
internal sealed record RunSettings(
    FileConfiguration Configuration, StoreSettings? Store, StoreUse Use, SubmitSettings? Submit, UseCaseContext Context)
{
    public bool Saves => Use == StoreUse.Save;

    /// <summary>Opens the store, so that one that cannot be is known before anything is measured.</summary>
    /// <param name="cancel">Ends the opening.</param>
    /// <param name="busyTimeout">How long another that writes is waited for; null for as long as usual.</param>
    /// <exception cref="UseCaseException">It refuses.</exception>
    public Task<RunStorage> OpenStoreAsync(CancellationToken cancel, TimeSpan? busyTimeout = null) => RunStorage.OpenAsync(
        Store,
        Use,
        busyTimeout,
        RunAlerts.Create(
            Configuration.Alerts,
            Configuration.Muting,
            Configuration.Server?.PublicAddress,
            Configuration.SecretVariables,
            Saves,
            Context),
        Context,
        cancel);

    /// <exception cref="UseCaseException">The token cannot be read.</exception>
    public RunSubmission? OpenSubmission(CancellationToken cancel) =>
        Submit is null ? null : RunSubmission.Open(Submit, Context, cancel);

    /// <summary>Saves a run and lets it be reported, then submits it, also if that failed. Cancelling still writes the report.</summary>
    public static async Task SaveAsync(
        RunStorage saved, RunSubmission? submission, RunResult result, Action report, CancellationToken cancel)
    {
        try
        {
            await saved.SaveAsync(result, report, saved: null, cancel);
        }
        finally
        {
            await (submission?.SubmitAsync(result, cancel) ?? Task.CompletedTask);
        }
    }
}
