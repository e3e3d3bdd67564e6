namespace TimerProbe.VSphere.Tests.Stub;

/// <summary>An event history that knows types and times.</summary>
internal sealed class StubEvents
{
    private readonly List<(string Type, DateTimeOffset At, string Xml)> _all = [];
    private readonly ConcurrentDictionary<string, Queue<string>> _collectors = new(StringComparer.Ordinal);

    public StubEvents(StubServer server)
    {
        server.On("CreateCollectorForEvents", request =>
        {
            var id = $"collector-{request.Turn}";
            var types = request.Texts("eventTypeId");
            var from = DateTimeOffset.TryParse(request.Text("beginTime"), CultureInfo.InvariantCulture, out var begin) ? begin : DateTimeOffset.MinValue;
            _collectors[id] = new(_all.Where(happened => types.Contains(happened.Type) && happened.At >= from)
                .OrderBy(happened => happened.At).Select(happened => happened.Xml));
            return StubAnswer.Xml($"""<returnval type="EventHistoryCollector">{id}</returnval>""");
        });
        server.On("SetCollectorPageSize", _ => StubAnswer.Empty);
        server.On("ReadNextEvents", request =>
        {
            var queue = _collectors[request.Call.Element(StubRequest.Vim + "_this")!.Value];
            var page = Enumerable.Range(0, Math.Min(queue.Count, int.Parse(request.Text("maxCount")!, CultureInfo.InvariantCulture)))
                .Select(_ => queue.Dequeue()).ToList();
            return StubAnswer.Xml(string.Concat(page));
        });
        server.On("DestroyCollector", _ => StubAnswer.Empty);
    }

    /// <summary>Something that happened to a machine on a host; an id with dots is that of an EventEx.</summary>
    public void Add(string type, DateTimeOffset at, string machine, string host, int chain = 1)
    {
        var extended = type.Contains('.', StringComparison.Ordinal);
        Add(type, at, $"""
            <returnval xsi:type="{(extended ? "EventEx" : type)}"><key>{_all.Count + 1}</key><chainId>{chain}</chainId><createdTime>{at:yyyy-MM-ddTHH:mm:ssZ}</createdTime>
              <host><name>{host}</name><host type="HostSystem">{host}</host></host><vm><name>{machine}</name><vm type="VirtualMachine">{machine}</vm></vm>
              {(extended ? new XElement("eventTypeId", type).ToString() : "")}</returnval>
            """);
    }

    public void AddTask(string descriptionId, DateTimeOffset at, string machine, int chain = 1) => Add("TaskEvent", at, $"""
        <returnval xsi:type="TaskEvent"><key>{_all.Count + 1}</key><chainId>{chain}</chainId><createdTime>{at:yyyy-MM-ddTHH:mm:ssZ}</createdTime>
          <vm><name>{machine}</name><vm type="VirtualMachine">{machine}</vm></vm>
          <info><descriptionId>{descriptionId}</descriptionId><state>queued</state></info></returnval>
        """);

    private void Add(string type, DateTimeOffset at, string xml) => _all.Add((type, at, xml));
}
