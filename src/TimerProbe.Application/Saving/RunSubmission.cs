namespace TimerProbe.Application.Saving;

/// <summary>
/// Submits what runs find to a server. Each is written to the disk first and is removed when the server has it: while the server is away it
/// waits there, and the next run sends it. What the server refuses is set aside. Nothing that goes wrong with it is worse than a sentence.
/// </summary>
public sealed class RunSubmission : IDisposable
{
    private const string TokenVariable = "TIMERPROBE_SUBMIT_TOKEN";
    private const int MaxAttempts = 4;

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);

    private static readonly TimeSpan ShortWait = TimeSpan.FromSeconds(5);

    private static readonly TimeSpan LockedPause = TimeSpan.FromMilliseconds(200);

    private readonly RunSpool _spool;
    private readonly SubmitServer _server;
    private readonly UseCaseContext _context;
    private string _said = "";
    private bool _waits;
    private bool _refused;

    internal RunSubmission(RunSpool spool, SubmitServer server, UseCaseContext context) =>
        (_spool, _server, _context) = (spool, server, context);

    public bool IsPartial => _waits || _refused;

    /// <summary>Opens what a configuration or a command line names.</summary>
    /// <exception cref="UseCaseException">The token or the authorities cannot be read.</exception>
    public static RunSubmission Open(SubmitSettings settings, UseCaseContext context, CancellationToken cancellationToken)
    {
        var token = settings.Token is { } reference ? reference.Read(cancellationToken, "token", context.Variables).Password
            : context.Variables[TokenVariable]
            ?? throw new UseCaseException(
                ExitCode.Usage, $"there is no token for {settings.Url}: set {TokenVariable}, or use --submit-token-file FILE");
        return token.Any(letter => letter is <= ' ' or > '~')
            ? throw new UseCaseException(ExitCode.Usage, $"what is given as the token for {settings.Url} has characters that no token has")
            : new RunSubmission(RunSpool.For(settings.Url, context.Variables), new SubmitServer(settings, token, context.Time), context);
    }

    /// <summary>Submits a run after those that waited; where the server is away it waits too.</summary>
    public async Task SubmitAsync(RunResult result, CancellationToken cancellationToken)
    {
        if (Spool(result))
        {
            var answer = await DrainAsync(cancellationToken);
            for (var attempt = 1; attempt < MaxAttempts && answer is { Again: { } again } && again <= ShortWait; attempt++)
            {
                await Task.Delay(WithJitter(again), _context.Time, cancellationToken);
                answer = await DrainAsync(cancellationToken);
            }

            Report(answer);
        }
        else
        {
            await SendUnspooledAsync(result, cancellationToken);
        }
    }

    internal static TimeSpan WithJitter(TimeSpan minPause) => minPause * (1 + Random.Shared.NextDouble());

    internal bool Spool(RunResult result)
    {
        try
        {
            if (_spool.Add(result) is > 0 and var dropped)
            {
                _context.Dialog.ReportProblem(
                    $"{Counted.Of(dropped, Noun.Run.With("older"))} that waited in {_spool.Folder} had to go, and {Counted.Agree(dropped)} lost");
            }

            return true;
        }
        catch (Exception ex) when (ex is IOException or UnauthorizedAccessException)
        {
            _context.Dialog.Progress($"a run cannot wait in {_spool.Folder}: {ex.Message}");
            return false;
        }
    }

    /// <summary>Sends what waits, the oldest first, until the server takes no more.</summary>
    /// <returns>Why it took no more; null when nothing waits.</returns>
    internal async Task<SubmitAnswer?> DrainAsync(CancellationToken cancellationToken)
    {
        var start = _context.Time.GetTimestamp();
        using var held = await LockAsync(start, cancellationToken);
        if (held is null)
        {
            return SubmitAnswer.Away("another run of this user is submitting");
        }

        var sent = 0;
        foreach (var run in _spool.List())
        {
            if (_context.Time.GetElapsedTime(start) > Limit)
            {
                return SubmitAnswer.Away($"{_spool.Count():N0} runs are more than can be submitted at once");
            }

            var answer = await SendAsync(run, cancellationToken);
            if (answer is { IsFinal: false })
            {
                return answer;
            }

            sent += answer is { Why: null } ? 1 : 0;
        }

        if (sent > 0)
        {
            _context.Dialog.Done($"submitted to {_server.Url}: {Counted.Of(sent, Noun.Run)}");
        }

        return null;
    }

    internal void Report(SubmitAnswer? answer)
    {
        _waits = answer is not null;
        if (answer is not null && _said != answer.Why)
        {
            _context.Dialog.ReportProblem($"not submitted for now: {answer.Why}");
            _context.Dialog.ReportProblem(
                $"the run waits in {_spool.Folder}: the next run of {Environment.UserName} on this machine that submits to the same server sends it");
        }

        _said = answer?.Why ?? "";
    }

    public void Dispose() => _server.Dispose();

    private async Task<IDisposable?> LockAsync(long start, CancellationToken cancellationToken)
    {
        while (true)
        {
            if (_spool.TryLock() is { } held)
            {
                return held;
            }

            if (_context.Time.GetElapsedTime(start) > ShortWait)
            {
                return null;
            }

            await Task.Delay(LockedPause, _context.Time, cancellationToken);
        }
    }

    private async Task<SubmitAnswer?> SendAsync(string run, CancellationToken cancellationToken)
    {
        try
        {
            var answer = await _server.SendAsync(ExternalFile.Read(run, FileLimits.Document, cancellationToken), cancellationToken);
            if (answer.Why is null)
            {
                RunSpool.Remove(run);
            }
            else if (answer.IsFinal)
            {
                SetAside(run, answer.Why);
            }

            return answer;
        }
        catch (FileRefusedException) when (!Path.Exists(run))
        {
            // It was dropped for newer ones meanwhile, or sent by another run.
            return null;
        }
        catch (FileRefusedException ex)
        {
            SetAside(run, ex.Message);
            return null;
        }
    }

    private void SetAside(string run, string why)
    {
        _refused = true;
        _spool.SetAside(run);
        _context.Dialog.ReportProblem($"{run} was not submitted and is set aside, with .aside at its end: {why}");
    }

    private async Task SendUnspooledAsync(RunResult result, CancellationToken cancellationToken)
    {
        var bytes = new MemoryStream();
        result.Write(bytes);
        if ((await _server.SendAsync(bytes.ToArray(), cancellationToken)).Why is { } why)
        {
            _refused = true;
            _context.Dialog.ReportProblem($"not submitted: {why}. The run cannot wait in {_spool.Folder} either, and is lost to the server");
        }
    }
}
