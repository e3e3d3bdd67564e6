namespace TimerProbe.VSphere.Tests.Stub;

/// <summary>An inventory of several types behind views, given out in pages; each object has only what the test gave it.</summary>
internal sealed class StubFleet
{
    private readonly List<StubObject> _objects = [];
    private readonly ConcurrentDictionary<string, (string? Cookie, StubObject[] Left, string[] Paths, int Size)> _tokens = new(StringComparer.Ordinal);
    private int _count;
    private int _machinesServed = int.MaxValue;

    public StubFleet(StubServer server)
    {
        server.On("CreateContainerView", request => StubAnswer.Xml($"""<returnval type="ContainerView">{string.Join(',', request.Texts("type"))}#{request.Turn}</returnval>"""));
        server.On("DestroyView", _ => StubAnswer.Empty);
        server.On("CancelRetrievePropertiesEx", request => _tokens.TryRemove(request.Text("token")!, out _) ? StubAnswer.Empty : StubAnswer.Fault("InvalidArgument"));
        server.On("RetrievePropertiesEx", Retrieve);
        server.On("ContinueRetrievePropertiesEx", request => _tokens.TryRemove(request.Text("token")!, out var rest) && rest.Cookie == request.Cookie
            ? Page(request, rest.Left, rest.Paths, rest.Size)
            : StubAnswer.Fault("InvalidArgument", "A specified parameter was not correct: token"));
        Events = new StubEvents(server);
    }

    public StubEvents Events { get; }

    public ISet<string> UnknownPaths { get; } = new HashSet<string>();

    /// <summary>How it answers for the options of an object that were asked for by their keys.</summary>
    public Func<IReadOnlyList<KeyedOption>, string> KeyedForm { get; set; } = options =>
        string.Concat(options.Select(option => option.ToXml()));

    /// <summary>Of how many machines all settings were sent.</summary>
    public int WholeSettings { get; set; }

    public int PageAtMost { get; set; } = int.MaxValue;

    /// <summary>The tokens given out and not used.</summary>
    public int OpenTokens => _tokens.Count;

    public StubObject this[string id] => _objects.Find(one => one.Id == id)!;

    public StubObject Add(string type, string id, string name, string? parentType = null, string? parent = null)
    {
        var added = new StubObject(type, id).Text("name", name);
        _objects.Add(parent is null ? added : added.Reference("parent", parentType!, parent));
        return added;
    }

    /// <summary>A datacenter with a cluster of two hosts, and machines on the first of them.</summary>
    public StubFleet WithCluster(int machines)
    {
        Add("Datacenter", "datacenter-1", "dc", "Folder", "group-d1");
        Add("Folder", "group-v1", "vm", "Datacenter", "datacenter-1");
        Add("Folder", "group-h1", "host", "Datacenter", "datacenter-1");
        Add("Folder", "group-v2", "databases", "Folder", "group-v1");
        Add("ClusterComputeResource", "domain-c1", "prod", "Folder", "group-h1");
        AddHost("host-1", "esx01", "2394000000", "ClusterComputeResource", "domain-c1");
        AddHost("host-2", "esx02", "2593905000", "ClusterComputeResource", "domain-c1");
        for (var i = 1; i <= machines; i++)
        {
            AddMachine($"vm-{i}", $"VM {i}");
        }

        return this;
    }

    /// <summary>Machines in no place, from <c>vm-0</c> on, with a name and a number of processors.</summary>
    public StubFleet WithMachines(int machines)
    {
        for (var i = 0; i < machines; i++)
        {
            Add("VirtualMachine", $"vm-{i}", $"VM {i}").Number("config.hardware.numCPU", "4");
        }

        return this;
    }

    /// <summary>A machine that has nothing but this.</summary>
    public void AddRaw(string id, string xml) => _objects.Add(new StubObject("VirtualMachine", id).Raw(xml));

    /// <summary>The server forgets all machines from here on; the view still shows them.</summary>
    public StubFleet Served(int machines)
    {
        _machinesServed = machines;
        return this;
    }

    public StubObject AddHost(string id, string name, string hz, string parentType, string parent) =>
        Add("HostSystem", id, name, parentType, parent).Number("hardware.cpuInfo.hz", hz).Text("runtime.connectionState", "connected");

    public StubObject AddMachine(string id, string name, string host = "host-1", string folder = "group-v2") =>
        Add("VirtualMachine", id, name, "Folder", folder)
            .Reference("runtime.host", "HostSystem", host)
            .Text("runtime.powerState", "poweredOn")
            .Value("runtime.bootTime", "xsd:dateTime", "2026-11-01T00:00:00Z")
            .Value("config.template", "xsd:boolean", "false")
            .Text("config.uuid", "42000000-0000-0000-0000-" + id.PadLeft(12, '0'))
            .Number("config.hardware.numCPU", "2");

    private static bool IsA(string type, string asked) => type == asked || (asked == "ComputeResource" && type == "ClusterComputeResource");

    private IEnumerable<StubObject> Of(string view) => _objects.Where(one => view.Split('#')[0].Split(',').Any(asked => IsA(one.Type, asked)));

    private StubAnswer Retrieve(StubRequest request)
    {
        string[] paths = [.. request.Texts("pathSet")];
        if (Array.Find(paths, UnknownPaths.Contains) is { } unknown)
        {
            return StubAnswer.Fault("InvalidProperty", members: $"<name>{unknown}</name>");
        }

        var subject = request.Text("obj")!;
        if (paths is ["view"])
        {
            var members = string.Concat(Of(subject).Select(one => $"""<ManagedObjectReference type="{one.Type}" xsi:type="ManagedObjectReference">{one.Id}</ManagedObjectReference>"""));
            return StubAnswer.Xml($"""<returnval><objects><obj type="ContainerView">{subject}</obj><propSet><name>view</name><val xsi:type="ArrayOfManagedObjectReference">{members}</val></propSet></objects></returnval>""");
        }

        var asked = request.Texts("obj").ToHashSet();
        var objects = subject.Contains('#', StringComparison.Ordinal) ? Of(subject) : _objects.Where(one => asked.Contains(one.Id));
        var size = Math.Min(PageAtMost, int.TryParse(request.Text("maxObjects"), CultureInfo.InvariantCulture, out var most) ? most : PageAtMost);
        return Page(request, [.. objects.Where((one, i) => one.Type != "VirtualMachine" || i < _machinesServed)], paths, size);
    }

    private StubAnswer Page(StubRequest request, StubObject[] objects, string[] paths, int size)
    {
        var token = "";
        if (objects.Length > size)
        {
            var key = Interlocked.Increment(ref _count).ToString();
            _tokens[key] = (request.Cookie, objects[size..], paths, size);
            token = $"<token>{key}</token>";
        }

        WholeSettings += paths.Contains("config.extraConfig") ? Math.Min(size, objects.Length) : 0;
        return StubAnswer.Xml($"<returnval>{token}{string.Concat(objects.Take(size).Select(one => one.ToXml(paths, KeyedForm)))}</returnval>");
    }
}
