namespace TimerProbe.VSphere.Inventory;

/// <summary>Reads folders, clusters and hosts: they are few, and everything else is placed by them.</summary>
internal sealed class MapReader(VSphereSession session, ScopeFilter scope, StepLog steps, InventoryProblems problems)
{
    private const int HostsAtOnce = 250;

    private const string Read = "System.Read";

    private bool _seesRoot = true;
    private bool _isCut;

    public async Task<InventoryMap> ReadAsync(CancellationTokenSource ending)
    {
        var folders = steps.RunAsync("folders", step => ReadTreeAsync(step, ending.Token));
        var clusters = steps.RunAsync("clusters", step => ReadComputeResourcesAsync(step, ending.Token));
        var hosts = steps.RunAsync("hosts", step => ReadHostsAsync(step, ending.Token));
        await StepLog.WhenAllAsync(ending, folders, clusters, hosts);
        return new InventoryMap(new InventoryTree(await folders), await clusters, await hosts) { IsComplete = _seesRoot && !_isCut };
    }

    private async Task<List<TreeNode>> ReadTreeAsync(Step step, CancellationToken cancellationToken)
    {
        var granted = await new PrivilegeReader(session, step.Meter).ReadAsync(session.Content.RootFolder, [Read], cancellationToken);
        _seesRoot = granted?.Contains(Read) ?? true;
        var nodes = new List<TreeNode>();
        var incomplete = new IncompleteObjects(ProblemSubjectKind.Folder, Noun.Folder);
        try
        {
            await new PropertyReader(session, step.Meter).ReadAllAsync(TreeNode.Spec(session.Content.About), content =>
            {
                step.Advance();
                var node = TreeNode.Parse(content);
                nodes.Add(node);
                incomplete.Add(node.Name, content.MissingSet);
            }, cancellationToken);
        }
        catch (VSphereException ex) when (!scope.NeedsFolders)
        {
            problems.Add(ProblemCode.FoldersUnread, $"folders and datacenters could not be read: {ex.Problem}");
        }

        problems.Add(incomplete.Problems());
        return nodes;
    }

    private async Task<List<ComputeResource>> ReadComputeResourcesAsync(Step step, CancellationToken cancellationToken)
    {
        var read = new List<ComputeResource>();
        var incomplete = new IncompleteObjects(ProblemSubjectKind.Cluster, Noun.Cluster);
        try
        {
            await new PropertyReader(session, step.Meter).ReadAllAsync(ComputeResource.Spec, content =>
            {
                step.Advance();
                var resource = ComputeResource.Parse(content, session.Content.About.IsVirtualCenter);
                read.Add(resource);
                incomplete.Add(resource.Name, content.MissingSet);
                if (resource.Drs.HasTooMany)
                {
                    incomplete.Add(
                        resource.Name,
                        "with more DRS rules, groups or members of one than are read, so that none is");
                }
            }, cancellationToken);
        }
        catch (VSphereException ex) when (!scope.NarrowsHosts)
        {
            problems.Add(ProblemCode.ClustersUnread, $"clusters could not be read: {ex.Problem}");
        }

        problems.Add(incomplete.Problems());
        return read;
    }

    private async Task<List<ParsedHost>> ReadHostsAsync(Step step, CancellationToken cancellationToken)
    {
        var read = new List<ParsedHost>();
        var incomplete = new IncompleteObjects(ProblemSubjectKind.Host, Noun.Host);
        try
        {
            var refused = await new PropertyReader(session, step.Meter) { PageSize = HostsAtOnce }.ReadAllAsync(ParsedHost.Spec, content =>
            {
                step.Advance();
                if (content.Obj.Type == ParsedHost.Spec.Type)
                {
                    read.Add(Noted(content, incomplete));
                }
            }, cancellationToken);
            problems.Add(refused.Where(path => path == ParsedHost.Hz).Select(path => Problem.Create(
                ProblemCode.PropertyUnknown, $"this server does not know {path}: no frequencies can be compared")));
        }
        catch (VSphereException ex) when (ex.Kind == VSphereErrorKind.IncompleteInventory)
        {
            _isCut = true;
            problems.Add(ex.Problem);
        }
        catch (VSphereException ex) when (read.Count > 0 && ex.MayPass)
        {
            _isCut = true;
            problems.Add(ex.Kind, $"not all hosts could be read, but {read.Count} of them: {ex.Problem}");
        }

        if (read.Count == 0)
        {
            problems.Add(ProblemCode.HostsUnseen, "the account sees no host");
        }

        problems.Add(incomplete.Problems());
        return read;
    }

    private static ParsedHost Noted(ObjectContent content, IncompleteObjects incomplete)
    {
        var host = ParsedHost.Parse(content);
        incomplete.Add(host.Facts.Name, content.MissingSet);
        if (host.Facts.Hz is null && content.MissingSet.All(missing => missing.Path != ParsedHost.Hz))
        {
            var what = $"did not report a frequency ({ParsedHost.Hz})";
            incomplete.Add(host.Facts.Name, what);
        }

        return host;
    }
}
