namespace TimerProbe.Fuzz.VSphere;

/// <summary>A server that answers as the simulated vCenter once did, but for what is changed.</summary>
internal sealed class RecordedVCenter : IAsyncDisposable
{
    private const string Cookie = "Set-Cookie: vmware_soap_session=\"1234567890\"\r\n";

    private static readonly string Thumbprint = StubCertificates.Sha256(StubCertificates.Loopback);

    private readonly RawHttpsServer _server;

    private RecordedVCenter(RawHttpsServer server) => _server = server;

    /// <summary>The member of a configuration that names it.</summary>
    public string Configured => $$"""{ "server": "{{_server.Url.Authority}}", "user": "scan@vsphere.local", "thumbprint": "{{Thumbprint}}" }""";

    public static Task<RecordedVCenter> StartAsync() => StartAsync(new Dictionary<string, ChangedAnswer>());

    /// <param name="changed">The bytes of answers by the name of their request and how many times that came, or a star for each time.</param>
    public static async Task<RecordedVCenter> StartAsync(IReadOnlyDictionary<string, ChangedAnswer> changed)
    {
        var turns = new ConcurrentDictionary<string, int>();
        return new RecordedVCenter(await RawHttpsServer.StartAsync(StubCertificates.Loopback, async (request, output, cancellationToken) =>
        {
            var name = RecordedAnswers.GetName(request);
            var turn = turns.AddOrUpdate(name, 1, (_, before) => before + 1);
            var answer = changed.GetValueOrDefault($"{name}.{turn}") ?? changed.GetValueOrDefault($"{name}.*")
                ?? Sent(RecordedAnswers.Get(name, turn));
            await output.WriteAsync(answer.Bytes, cancellationToken);
            return answer.Kept;
        }));
    }

    /// <summary>The answer as a vCenter sends it, which says of a fault in the status too that it is one.</summary>
    public static ChangedAnswer Sent(byte[] body, bool asFault = true) => new(
        RawHttpsServer.Plain(body, asFault && body.AsSpan().IndexOf("Fault>"u8) >= 0 ? "500 Internal Server Error" : "200 OK", Cookie),
        Timeout.InfiniteTimeSpan);

    /// <summary>What went wrong in the server itself, which is a flaw of the case.</summary>
    public void Judge(FuzzCase fuzz)
    {
        foreach (var flaw in _server.Failures)
        {
            fuzz.Fail($"the server of the case: {flaw}");
        }
    }

    public ValueTask DisposeAsync() => _server.DisposeAsync();
}
