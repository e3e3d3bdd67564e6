namespace TimerProbe.Server.Tests.Running;

/// <summary>Guests that hand in one document after another, each again at the next node until one has taken it, until they are told to end.</summary>
internal sealed class Guests : IDisposable
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(250);

    private readonly HttpClient _client = new() { Timeout = TimeSpan.FromSeconds(100) };
    private readonly ConcurrentDictionary<string, Uri> _nodes = new(StringComparer.Ordinal);
    private readonly ConcurrentQueue<Guid> _taken = new();
    private readonly ConcurrentDictionary<HttpStatusCode, int> _answers = new();
    private readonly Task _work;
    private volatile bool _isOver;

    public Guests(int count, string token, IEnumerable<KeyValuePair<string, Uri>> nodes)
    {
        _client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", token);
        foreach (var (name, address) in nodes)
        {
            _nodes[name] = address;
        }

        _work = Task.WhenAll(Enumerable.Range(0, count).Select(HandInAsync));
    }

    /// <summary>What nodes answered, and how often; a node that was not there did not answer.</summary>
    public IReadOnlyDictionary<HttpStatusCode, int> Answers => _answers;

    public void Move(string node, Uri address) => _nodes[node] = address;

    public Task UntilTakenAsync(int more)
    {
        var enough = _taken.Count + more;
        return Until.Async(
            () => Task.FromResult(_work.IsFaulted || _taken.Count >= enough),
            () => $"{_taken.Count} of {enough} were taken, and the answers are {string.Join(", ", _answers)}");
    }

    /// <summary>Lets each have its last document taken; those that were.</summary>
    public async Task<IReadOnlyList<Guid>> EndAsync()
    {
        _isOver = true;
        await Until.EndedAsync(_work, () => $"not all were taken, and the answers are {string.Join(", ", _answers)}");
        return [.. _taken];
    }

    public void Dispose()
    {
        _isOver = true;
        _client.Dispose();
    }

    private async Task HandInAsync(int guest)
    {
        for (var next = guest; !_isOver;)
        {
            var check = Submission.Check($"GUEST{guest}").WithUuid($"42220000-0000-0000-0000-{guest + 1:D12}");
            var json = Submission.Json(check);
            while (!await IsTakenAsync(json, [.. _nodes.Values], next))
            {
                next++;
                await Task.Delay(Pause, Cancel);
            }

            _taken.Enqueue(check.Id);
            await Task.Delay(Pause, Cancel);
        }
    }

    private async Task<bool> IsTakenAsync(string json, Uri[] nodes, int next)
    {
        try
        {
            using var answer = await _client.PostAsync(new Uri(nodes[next % nodes.Length], Submission.Path), Submission.Body(json), Cancel);
            _answers.AddOrUpdate(answer.StatusCode, 1, (_, count) => count + 1);
            return answer.IsSuccessStatusCode;
        }
        catch (Exception unanswered) when (unanswered is HttpRequestException || (unanswered is TaskCanceledException && !Cancel.IsCancellationRequested))
        {
            return false;
        }
    }
}
