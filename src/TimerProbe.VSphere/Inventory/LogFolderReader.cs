using System.Text.RegularExpressions;

namespace TimerProbe.VSphere.Inventory;

/// <summary>Finds machines' log folders: a request for all machines, and one for each level of the inventory above their hosts.</summary>
internal sealed class LogFolderReader(VSphereSession session, RequestMeter meter)
{
    private const int Deepest = 100;

    private readonly PropertyReader _reader = new(session, meter);
    private readonly Dictionary<ManagedObjectReference, TreeNode> _nodes = [];

    public async Task<IReadOnlyDictionary<string, LogFolder>> ReadAsync(
        IReadOnlyCollection<VirtualMachineFacts> machines, CancellationToken cancellationToken)
    {
        var hosts = machines.ToDictionary(
            machine => machine.Id, machine => new ManagedObjectReference(ParsedHost.Spec.Type, machine.HostId!));
        await ReadTreeAsync([.. hosts.Values.Distinct()], cancellationToken);
        var folders = new Dictionary<string, LogFolder>();
        var asked = hosts.Keys.Select(id => new ManagedObjectReference(VirtualMachinePaths.Type, id));
        await _reader.ReadObjectsAsync(LogFolder.Spec, asked, Take, cancellationToken);
        return folders;

        void Take(ObjectContent content)
        {
            if (DatacenterAbove(hosts[content.Obj.Value]) is { } datacenter && LogFolder.Of(content, datacenter) is { } folder)
            {
                folders[content.Obj.Value] = folder;
            }
        }
    }

    private async Task ReadTreeAsync(IReadOnlyList<ManagedObjectReference> level, CancellationToken cancellationToken)
    {
        for (var depth = 0; depth < Deepest && level.Count > 0; depth++)
        {
            foreach (var ofType in level.GroupBy(obj => obj.Type))
            {
                await _reader.ReadObjectsAsync(new PropertySpec(ofType.Key, ["name", "parent"]), ofType, Take, cancellationToken);
            }

            var above = level.Select(obj => _nodes.GetValueOrDefault(obj)?.Parent).OfType<ManagedObjectReference>();
            level = [.. above.Distinct().Where(obj => !_nodes.ContainsKey(obj))];
        }

        void Take(ObjectContent content) =>
            _nodes[content.Obj] = new TreeNode(content.Obj, content.Text("name") ?? "", content.Reference("parent"));
    }

    /// <summary>The path of the datacenter, the folders above it included but for the root of all; null when it cannot be seen.</summary>
    private string? DatacenterAbove(ManagedObjectReference host)
    {
        var names = new List<string>();
        var next = _nodes.GetValueOrDefault(host);
        for (var depth = 0; depth < Deepest && next is not null; depth++)
        {
            if ((names.Count > 0 || next.IsDatacenter) && next.Obj != session.Content.RootFolder)
            {
                names.Insert(0, next.Name);
            }

            next = next.Parent is { } parent ? _nodes.GetValueOrDefault(parent) : null;
        }

        return names.Count == 0 ? null : string.Join('/', names);
    }
}

/// <summary>The folder of a machine's logs on a datastore.</summary>
/// <param name="Folder">The folder on it, without slashes at its ends; empty for its root.</param>
internal sealed partial record LogFolder(string Datacenter, string Datastore, string Folder)
{
    private const string LogDirectory = "config.files.logDirectory";
    private const string VmPathName = "config.files.vmPathName";

    public static readonly PropertySpec Spec = new(VirtualMachinePaths.Type, [LogDirectory, VmPathName]);

    /// <summary>The folder by the machine's own properties; null when none of them names one.</summary>
    public static LogFolder? Of(ObjectContent machine, string datacenter) => new[]
        {
            machine.Text(LogDirectory) is { Length: > 0 } directory ? directory + "/" : null, machine.Text(VmPathName),
        }
        .Select(path => path is null ? null : DatastorePath().Match(path))
        .Where(match => match is { Success: true })
        .Select(match => new LogFolder(datacenter, match!.Groups["datastore"].Value, match.Groups["folder"].Value.Trim('/')))
        .FirstOrDefault(folder => !folder.Folder.Split('/').Any(part => part is "." or ".."));

    /// <summary>The server's address of a file in it, without the server; of the folder itself for an empty name.</summary>
    public string GetAddress(string file)
    {
        var parts = Folder.Split('/', StringSplitOptions.RemoveEmptyEntries).Append(file).Select(Uri.EscapeDataString);
        return $"/folder/{string.Join('/', parts)}?dcPath={Uri.EscapeDataString(Datacenter)}&dsName={Uri.EscapeDataString(Datastore)}";
    }

    // [datastore1] DB01/DB01.vmx
    [GeneratedRegex(@"^\[(?<datastore>[^\]]{1,300})\] ?(?:(?<folder>.{0,2000})/)?[^/]*$", RegexOptions.CultureInvariant | RegexOptions.Singleline, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex DatastorePath();
}
