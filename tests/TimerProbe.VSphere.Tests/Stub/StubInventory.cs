using System.Collections.Concurrent;
using System.Globalization;
using System.Text;

namespace TimerProbe.VSphere.Tests.Stub;

/// <summary>Virtual machines behind a view, given out in pages whose tokens work once and in their session only.</summary>
internal sealed class StubInventory
{
    private readonly ConcurrentDictionary<string, (string? Cookie, int Start, int Size)> _tokens = new(StringComparer.Ordinal);
    private readonly List<(string Id, string Content)> _objects = [];
    private int _tokenCount;

    public StubInventory(StubServer server, int count)
    {
        for (var i = 0; i < count; i++)
        {
            Add($"vm-{i}", StubObject.Property("name", "xsd:string", $"VM {i}") + StubObject.Property("config.hardware.numCPU", "xsd:int", "4"));
        }

        server.On("CreateContainerView", request => StubAnswer.Xml($"""<returnval type="ContainerView">view-{request.Turn}</returnval>"""));
        server.On("DestroyView", _ => StubAnswer.Empty);
        server.On("CancelRetrievePropertiesEx", request => _tokens.TryRemove(request.Text("token")!, out _) ? StubAnswer.Empty : StubAnswer.Fault("InvalidArgument"));
        server.On("RetrievePropertiesEx", Retrieve);
        server.On("ContinueRetrievePropertiesEx", Continue);
    }

    /// <summary>The server forgets all objects from here on; the view still shows them.</summary>
    public int ServedAtMost { get; set; } = int.MaxValue;

    /// <summary>The most objects the server puts on a page, whatever was asked for.</summary>
    public int PageAtMost { get; set; } = int.MaxValue;

    /// <summary>Paths the server does not know.</summary>
    public ISet<string> UnknownPaths { get; } = new HashSet<string>();

    /// <summary>The tokens given out and not used.</summary>
    public int OpenTokens => _tokens.Count;

    public void Add(string id, string content) => _objects.Add((id, content));

    private StubAnswer Retrieve(StubRequest request)
    {
        if (request.Texts("pathSet").FirstOrDefault(UnknownPaths.Contains) is { } unknown)
        {
            return StubAnswer.Fault("InvalidProperty", members: $"<name>{unknown}</name>");
        }

        if (request.Text("pathSet") == "view")
        {
            var members = string.Concat(_objects.Select(one => $"""<ManagedObjectReference type="VirtualMachine" xsi:type="ManagedObjectReference">{one.Id}</ManagedObjectReference>"""));
            return StubAnswer.Xml($"""<returnval><objects><obj type="ContainerView">view-1</obj><propSet><name>view</name><val xsi:type="ArrayOfManagedObjectReference">{members}</val></propSet></objects></returnval>""");
        }

        return Page(request, 0, Math.Min(PageAtMost, int.Parse(request.Text("maxObjects")!, CultureInfo.InvariantCulture)));
    }

    private StubAnswer Continue(StubRequest request) =>
        _tokens.TryRemove(request.Text("token")!, out var token) && token.Cookie == request.Cookie
            ? Page(request, token.Start, token.Size)
            : StubAnswer.Fault("InvalidArgument", "A specified parameter was not correct: token");

    private StubAnswer Page(StubRequest request, int start, int size)
    {
        var served = _objects.Take(ServedAtMost).ToList();
        var page = new StringBuilder("<returnval>");
        if (start + size < served.Count)
        {
            var token = Interlocked.Increment(ref _tokenCount).ToString();
            _tokens[token] = (request.Cookie, start + size, size);
            page.Append(CultureInfo.InvariantCulture, $"<token>{token}</token>");
        }

        foreach (var (id, content) in served.Skip(start).Take(size))
        {
            page.Append(CultureInfo.InvariantCulture, $"""<objects><obj type="VirtualMachine">{id}</obj>{content}</objects>""");
        }

        return StubAnswer.Xml(page.Append("</returnval>").ToString());
    }
}
