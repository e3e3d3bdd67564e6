namespace TimerProbe.Benchmarks;

/// <summary>Answers as they came, by what was asked; the same question again has its next answer.</summary>
internal sealed class RecordedWire
{
    private readonly ConcurrentDictionary<string, List<byte[]>> _answers = new(StringComparer.Ordinal);

    public int Count => _answers.Values.Sum(answers => answers.Count);

    public long Bytes => _answers.Values.Sum(answers => answers.Sum(answer => (long)answer.Length));

    public HttpMessageHandler Record(HttpMessageHandler wire) => new Recorder(wire, _answers);

    public HttpMessageHandler Replay(HttpMessageHandler wire)
    {
        wire.Dispose();
        return new Player(_answers);
    }

    private static async Task<string> KeyOfAsync(HttpRequestMessage request, CancellationToken cancel) => await request.Content!.ReadAsStringAsync(cancel);

    private sealed class Recorder(HttpMessageHandler wire, ConcurrentDictionary<string, List<byte[]>> answers) : DelegatingHandler(wire)
    {
        protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            var answer = await base.SendAsync(request, cancellationToken);
            await answer.Content.LoadIntoBufferAsync(cancellationToken);
            answers.GetOrAdd(await KeyOfAsync(request, cancellationToken), _ => []).Add(await answer.Content.ReadAsByteArrayAsync(cancellationToken));
            return answer;
        }
    }

    private sealed class Player(ConcurrentDictionary<string, List<byte[]>> answers) : HttpMessageHandler
    {
        private readonly ConcurrentDictionary<string, int> _turns = new(StringComparer.Ordinal);

        protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            var key = await KeyOfAsync(request, cancellationToken);
            var known = answers[key];
            var turn = _turns.AddOrUpdate(key, 0, (_, before) => before + 1);
            return new HttpResponseMessage(HttpStatusCode.OK) { Content = new ByteArrayContent(known[Math.Min(turn, known.Count - 1)]) };
        }
    }
}
