using TimerProbe.VSphere.Inventory;
using TimerProbe.VSphere.Queries;
using TimerProbe.VSphere.Sessions;

namespace TimerProbe.VSphere.Logs;

/// <summary>
/// Finds the folders of machines' logs: a request for all machines, and one for each level of the inventory above their hosts.
/// </summary>
internal sealed class LogFolderReader(VSphereSession session, RequestMeter meter)
{
    private const int Deepest = 100;

    private readonly PropertyReader _reader = new(session, meter);
    private readonly Dictionary<ManagedObjectReference, TreeNode> _nodes = [];

    public async Task<IReadOnlyDictionary<string, LogFolder>> ReadAsync(
        IReadOnlyCollection<LoggedMachine> machines, CancellationToken cancel)
    {
        var hosts = machines.ToDictionary(
            machine => machine.Id, machine => new ManagedObjectReference(HostParser.Spec.Type, machine.HostId), StringComparer.Ordinal);
        await ReadTreeAsync([.. hosts.Values.Distinct()], cancel);
        var folders = new Dictionary<string, LogFolder>(StringComparer.Ordinal);
        var asked = hosts.Keys.Select(id => new ManagedObjectReference(VirtualMachinePaths.Type, id));
        await _reader.ReadObjectsAsync(LogPaths.Spec, asked, Take, cancel);
        return folders;

        void Take(ObjectContent content)
        {
            if (DatacenterAbove(hosts[content.Obj.Value]) is { } datacenter && LogFolder.Of(content, datacenter) is { } folder)
            {
                folders[content.Obj.Value] = folder;
            }
        }
    }

    private async Task ReadTreeAsync(IReadOnlyList<ManagedObjectReference> level, CancellationToken cancel)
    {
        for (var depth = 0; depth < Deepest && level.Count > 0; depth++)
        {
            foreach (var ofType in level.GroupBy(obj => obj.Type, StringComparer.Ordinal))
            {
                await _reader.ReadObjectsAsync(new PropertySpec(ofType.Key, ["name", "parent"]), ofType, Take, cancel);
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
