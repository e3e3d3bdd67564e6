namespace TimerProbe.EndToEnd.Running;

/// <summary>A running <c>watch</c>, followed line by line; every line is held against its schema.</summary>
internal sealed class WatchRun : IDisposable
{
    private readonly CancellationTokenSource _limit = new(Hang.Limit);
    private readonly List<WatchLine> _lines = [];
    private readonly Process _process;
    private readonly Task<string> _error;

    private WatchRun(Process process)
    {
        _process = process;
        _error = process.StandardError.ReadToEndAsync();
    }

    public IReadOnlyList<WatchLine> Lines => _lines;

    public static WatchRun Start(ProgramRun program, params IEnumerable<string> options) =>
        new(program.With("watch", "--output", "json").With(options).Start());

    public async Task<WatchLine> NextAsync(WatchEvent wanted)
    {
        while (await ReadAsync() is { } line)
        {
            if (line.Event == wanted)
            {
                return line;
            }
        }

        throw new InvalidOperationException($"it ended without {wanted}: {await _error}");
    }

    public void Signal(string signal) => Signals.Send(_process.Id, signal);

    public async Task<ProgramResult> EndAsync()
    {
        while (await ReadAsync() is not null)
        {
        }

        await _process.WaitForExitAsync(_limit.Token);
        return new ProgramResult(_process.ExitCode, "", await _error);
    }

    public void Dispose()
    {
        if (!_process.HasExited)
        {
            _process.Kill(entireProcessTree: true);
        }

        _process.Dispose();
        _limit.Dispose();
    }

    private async Task<WatchLine?> ReadAsync()
    {
        if (await _process.StandardOutput.ReadLineAsync(_limit.Token) is not { } text)
        {
            return null;
        }

        await DocumentSchema.AssertValidAsync(text, "timerprobe.watch.1.json");
        _lines.Add(WatchJson.Read(Encoding.UTF8.GetBytes(text)));
        return _lines[^1];
    }
}
