namespace TimerProbe.VSphere.Inventory;

/// <summary>
/// Reads the datastores and networks of some machines and of the hosts that may take them, with a request or two for a thousand of each. It
/// is an addition to a reading: what the account may not see, or what the deadline cuts off, is left out and is no problem of it.
/// </summary>
public sealed class AttachmentReading(VSphereSession session, CancellationToken deadline)
{
    private static readonly PropertyPath[] Paths = ["datastore", "network"];

    private readonly StepLog _steps = new(session, progress: null);

    public IReadOnlyList<ScanStep> Steps => _steps.Steps;

    /// <summary>The datastores and networks of each machine or host that reported both, all by their managed object ids.</summary>
    /// <exception cref="OperationCanceledException">It was cancelled, and not by the deadline.</exception>
    public async Task<IReadOnlyDictionary<string, IReadOnlySet<string>>> ReadAsync(
        IReadOnlyCollection<string> machines, IReadOnlyCollection<string> hosts, CancellationToken cancellationToken)
    {
        var read = new Dictionary<string, IReadOnlySet<string>>();
        if (machines.Count == 0 || hosts.Count == 0)
        {
            return read;
        }

        await _steps.TryRunAsync("otherClusters", async (step, token) =>
        {
            var reader = new PropertyReader(session, step.Meter);
            foreach (var (type, ids) in new[] { (VirtualMachinePaths.Type, machines), (ParsedHost.Spec.Type, hosts) })
            {
                await reader.ReadObjectsAsync(
                    new PropertySpec(type, Paths), ids.Select(id => new ManagedObjectReference(type, id)), Take, token);
            }
        }, _ => { }, deadline, cancellationToken);
        return read;

        void Take(ObjectContent content)
        {
            if (Array.TrueForAll(Paths, path => content[path.Path] is not null))
            {
                var ids = Paths.SelectMany(path => content.References(path.Path)).Select(reference => reference.Value);
                read[content.Obj.Value] = ids.ToHashSet();
            }
        }
    }
}
