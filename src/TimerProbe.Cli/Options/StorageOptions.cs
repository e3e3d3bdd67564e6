using System.CommandLine;
using TimerProbe.Application;
using TimerProbe.Application.Alerting;
using TimerProbe.Application.Configuration;
using TimerProbe.Application.Saving;
using TimerProbe.Application.Submitting;
using TimerProbe.Cli.Output;

namespace TimerProbe.Cli.Options;

/// <summary>
/// --config, --save, --store and --submit of a command that measures: whether a run is kept, where, and who is told of what it changed.
/// </summary>
/// <param name="reads">Whether a store is of use to the command without keeping the run.</param>
/// <param name="time">The clock.</param>
/// <param name="terminal">Where is said what is wrong.</param>
internal sealed class StorageOptions(bool reads, TimeProvider time, Terminal terminal)
{
    /// <summary>A guest is one of many that save: it does not wait long for another, since what it found can wait.</summary>
    private static readonly TimeSpan LockTimeout = TimeSpan.FromSeconds(2);

    private readonly ConfigOption _config = new();
    private readonly SaveOption _save = new(time);
    private readonly SubmitOption _submit = new();
    private AnonymizeOption? _anonymize;

    /// <param name="command">The command.</param>
    /// <param name="anonymize">Its option for pseudonyms, which are never kept.</param>
    public void AddTo(Command command, AnonymizeOption anonymize)
    {
        _config.AddTo(command);
        _save.AddTo(command, anonymize);
        _submit.AddTo(command, anonymize);
        _anonymize = anonymize;
    }

    /// <summary>The configuration file, empty when none is named.</summary>
    /// <exception cref="UseCaseException">It cannot be read, or something is wrong with it.</exception>
    public FileConfiguration ReadConfiguration(ParseResult parsed, CancellationToken cancel) => _config.Read(parsed, terminal, cancel);

    public bool Saves(ParseResult parsed, FileConfiguration configuration) => _save.Saves(parsed, configuration.Store);

    /// <summary>Whether the run is submitted to a server.</summary>
    /// <exception cref="UseCaseException">What is asked for makes no sense.</exception>
    public bool Submits(ParseResult parsed, FileConfiguration configuration) => Submission(parsed, configuration) is not null;

    /// <summary>Opens the way to the server that the run is submitted to; null when there is none.</summary>
    /// <exception cref="UseCaseException">What is asked for makes no sense, or the token cannot be read.</exception>
    public RunSubmission? OpenSubmission(ParseResult parsed, FileConfiguration configuration, CancellationToken cancel) =>
        Submission(parsed, configuration) is { } settings
            ? RunSubmission.Open(settings, ThisProgram.Context(terminal, time), cancel)
            : null;

    /// <summary>Makes sure that what is asked for can be kept.</summary>
    /// <exception cref="UseCaseException">It makes no sense.</exception>
    public void AssertSense(ParseResult parsed, FileConfiguration configuration)
    {
        var saves = Saves(parsed, configuration);
        if (saves && configuration.Anonymize)
        {
            throw new UseCaseException(
                Failure.Usage, $"--save needs the real names, and {configuration.File} asks for pseudonyms: \"anonymize\"");
        }

        if (saves && _save.Read(parsed, configuration.Store) is { IsShared: true })
        {
            throw new UseCaseException(
                Failure.Usage,
                "check, sql and watch save to a file and no longer to PostgreSQL: submit the run to a timerprobe-server on that store with --submit URL (\"submit\" in a configuration), or name a file with --store FILE");
        }

        if (!saves && !reads && _save.IsNamed(parsed))
        {
            throw new UseCaseException(Failure.Usage, "--store has no effect without --save");
        }
    }

    /// <summary>Opens the store, so that one that cannot be is known before anything is measured.</summary>
    /// <exception cref="UseCaseException">The store refuses, or what is asked for makes no sense.</exception>
    public async Task<RunStorage> OpenAsync(ParseResult parsed, FileConfiguration configuration, CancellationToken cancel)
    {
        AssertSense(parsed, configuration);
        var saves = Saves(parsed, configuration);
        var context = ThisProgram.Context(terminal, time);
        var alerts = RunAlerts.Create(configuration.Alerts, configuration.Muting, configuration.SecretVariables, saves, context);
        var use = saves || reads ? _save.UseOf(parsed, configuration.Store) : StoreUse.None;
        return await RunStorage.OpenAsync(_save.Read(parsed, configuration.Store), use, LockTimeout, alerts, context, cancel);
    }

    private SubmitSettings? Submission(ParseResult parsed, FileConfiguration configuration) =>
        _submit.Read(parsed, configuration, configuration.Anonymize || parsed.GetValue(_anonymize!.Option));
}
