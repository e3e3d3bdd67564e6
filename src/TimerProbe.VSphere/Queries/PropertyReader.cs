// Which of the wanted properties these objects are asked for.
using ChoosePaths = System.Func<
    TimerProbe.VSphere.Queries.PropertySpec,
    System.Collections.Generic.IReadOnlyCollection<TimerProbe.VSphere.ManagedObjectReference>,
    System.Threading.Tasks.Task<TimerProbe.VSphere.Queries.PropertySpec>>;

namespace TimerProbe.VSphere.Queries;

/// <summary>
/// Reads properties of many objects, page by page. Each object is handed on once, as soon as it is read, one at a time and not
/// on the caller's thread. The meter counts the reader's requests beside the session's total.
/// </summary>
internal sealed class PropertyReader(VSphereSession session, RequestMeter? meter = null)
{
    public const int DefaultPageSize = 1_000;

    private const string AllMembers = "view";

    private readonly PagedRetrieval _pages = new(session, meter);

    public int PageSize { get; init; } = DefaultPageSize;

    /// <summary>Reads all objects of a type below the root of the inventory. A path that the server does not know is left out.</summary>
    /// <exception cref="VSphereException">It failed, or the server left objects out.</exception>
    public async Task<IReadOnlyList<string>> ReadAllAsync(
        PropertySpec spec, Action<ObjectContent> handle, CancellationToken cancellationToken)
    {
        var manager = session.Content.ViewManager
            ?? throw new VSphereException(VSphereErrorKind.NotVSphere, $"{session.Named} has no view manager: its inventory cannot be read", session.Named);
        var taken = new HashSet<ManagedObjectReference>();
        return await RetrieveAsync(spec, taken, async (choose, token) =>
        {
            var create = CreateContainerView(manager, session.Content.RootFolder, spec.All.Select(item => item.Type));
            var view = await session.SendAsync(create, Calls.Reference, meter, token);
            try
            {
                await ReadViewAsync(view, spec, choose, taken, handle, token);
            }
            finally
            {
                await session.CleanUpAsync(DestroyView(view), meter, token);
            }
        }, cancellationToken);
    }

    public async Task<IReadOnlyList<string>> ReadObjectsAsync(
        PropertySpec spec, IEnumerable<ManagedObjectReference> objects, Action<ObjectContent> handle, CancellationToken cancellationToken)
    {
        var taken = new HashSet<ManagedObjectReference>();
        var gone = new HashSet<ManagedObjectReference>();
        ManagedObjectReference[] all = [.. objects.Distinct()];
        foreach (var batch in all.Chunk(PageSize))
        {
            await RetrieveAsync(spec, taken, async (choose, token) =>
            {
                var asked = await choose(spec.Of(all.Length), batch);
                await WithoutGoneAsync(batch, gone, left => ReadPagesAsync(left, asked, content => Take(content, taken, handle), token));
            }, cancellationToken);
        }

        return RefusedPaths(spec);
    }

    /// <summary>Reads one object; null when it is gone.</summary>
    public async Task<ObjectContent?> ReadObjectAsync(
        ManagedObjectReference obj, IReadOnlyList<PropertyPath> pathSet, CancellationToken cancellationToken)
    {
        ObjectContent? found = null;
        await ReadObjectsAsync(new PropertySpec(obj.Type, pathSet), [obj], content => found = content, cancellationToken);
        return found;
    }

    /// <summary>One deleted object fails a whole request: it is left out and the rest asked for again.</summary>
    internal static async Task WithoutGoneAsync(
        IReadOnlyList<ManagedObjectReference> objects,
        HashSet<ManagedObjectReference> gone,
        Func<IReadOnlyList<ManagedObjectReference>, Task> ask)
    {
        while (objects.Where(obj => !gone.Contains(obj)).ToArray() is { Length: > 0 } left)
        {
            try
            {
                await ask(left);
                return;
            }
            catch (VSphereException ex)
                when (ex.Fault is { Type: "ManagedObjectNotFound", Obj: { } obj } && left.Contains(obj) && gone.Add(obj))
            {
                // Once more without it.
            }
        }
    }

    /// <summary>Hands each object on once, also when a retrieval begins again.</summary>
    private void Take(ObjectContent content, HashSet<ManagedObjectReference> taken, Action<ObjectContent> handle)
    {
        if (!taken.Add(content.Obj))
        {
            return;
        }

        var limit = session.Options.Limits.Objects;
        if (taken.Count > limit)
        {
            throw new AnswerLimitException($"more objects than the {limit:N0} that are read of one kind");
        }

        handle(content);
    }

    private async Task ReadViewAsync(
        ManagedObjectReference view,
        PropertySpec spec,
        ChoosePaths choose,
        HashSet<ManagedObjectReference> taken,
        Action<ObjectContent> handle,
        CancellationToken cancellationToken)
    {
        var shown = await ReadMembersAsync(view, cancellationToken);
        var asked = await choose(spec.Of(shown.Count), shown);
        var perhapsGone = new Dictionary<ManagedObjectReference, ObjectContent>();
        var retrieve = RetrieveView(session.Content.PropertyCollector, view, asked, PageSize);
        await _pages.ReadAsync(retrieve, new(asked, content =>
        {
            if (!content.MayBeGone || !shown.Contains(content.Obj) || !perhapsGone.TryAdd(content.Obj, content))
            {
                Take(content, taken, handle);
            }
        }), cancellationToken);
        shown.ExceptWith(taken);
        if (shown.Count == 0)
        {
            return;
        }

        // An object may have been deleted meanwhile; one that the view still shows was left out, or only a part of it was not found.
        shown.IntersectWith(await ReadMembersAsync(view, cancellationToken));
        foreach (var there in perhapsGone.Values.Where(content => shown.Remove(content.Obj)))
        {
            Take(there, taken, handle);
        }

        if (shown.Count > 0)
        {
            throw new VSphereException(VSphereErrorKind.IncompleteInventory, $"{session.Named} left out {shown.Count} of {shown.Count + taken.Count} objects of type {asked.Type}: its limits cut the answer off, so a report would be wrong", session.Named);
        }
    }

    private async Task<HashSet<ManagedObjectReference>> ReadMembersAsync(ManagedObjectReference view, CancellationToken cancellationToken)
    {
        HashSet<ManagedObjectReference> members = [];
        var spec = new PropertySpec(view.Type, ["view"]);
        await ReadPagesAsync([view], spec, content => members.UnionWith(content.References("view")), cancellationToken);
        return members;
    }

    private Task ReadPagesAsync(
        IEnumerable<ManagedObjectReference> objects,
        PropertySpec asked,
        Action<ObjectContent> handle,
        CancellationToken cancellationToken) => _pages.ReadAsync(
            RetrieveObjects(session.Content.PropertyCollector, objects, asked, PageSize), new(asked, handle), cancellationToken);

    private async Task<IReadOnlyList<string>> RetrieveAsync(
        PropertySpec spec,
        HashSet<ManagedObjectReference> taken,
        Func<ChoosePaths, CancellationToken, Task> retrieve,
        CancellationToken cancellationToken)
    {
        for (var withKeys = true; ;)
        {
            var asked = spec.AsArrays();
            var takenBefore = taken.Count;
            try
            {
                await session.ReadAsync(async token =>
                {
                    await retrieve(async (wanted, objects) => asked = await ChooseAsync(wanted, objects, withKeys, token), token);
                    return true;
                }, cancellationToken);
                foreach (var path in withKeys ? [] : spec.Keyed)
                {
                    session.PathSupport.SetWhole(spec.Type, path);
                }

                return RefusedPaths(spec);
            }
            catch (VSphereException ex) when (asked.Keyed.Any() && MayRefuseKeys(ex, taken.Count > takenBefore))
            {
                // How a server refuses keys is its own affair. Where the same is refused without them, it was something else.
                withKeys = false;
            }
            catch (VSphereException ex) when (session.PathSupport.LearnRefused(asked.Type, asked.PathSet.Select(path => path.Path), ex))
            {
                withKeys = true;
            }
        }
    }

    private static bool MayRefuseKeys(VSphereException ex, bool hasObjects) =>
        ex.Kind == VSphereErrorKind.BadAnswer || ex.Fault?.Type == "InvalidProperty" || (!hasObjects && ex.Kind
            is VSphereErrorKind.Fault or VSphereErrorKind.NoPermission or VSphereErrorKind.NotAuthenticated or VSphereErrorKind.CutAnswer);

    private async Task<PropertySpec> ChooseAsync(
        PropertySpec wanted, IReadOnlyCollection<ManagedObjectReference> objects, bool withKeys, CancellationToken cancellationToken)
    {
        var support = session.PathSupport;
        var left = wanted with { PathSet = [.. wanted.PathSet.Where(path => !support.IsRefused(wanted.Type, path.Path))] };
        if (withKeys)
        {
            await support.TryKeysAsync(left, objects, this, cancellationToken);
        }

        return left.AsArrays(path => !withKeys || support.IsWhole(left.Type, path.Path));
    }

    private IReadOnlyList<string> RefusedPaths(PropertySpec spec) =>
        [.. spec.PathSet.Select(path => path.Path).Where(path => session.PathSupport.IsRefused(spec.Type, path))];

    private static SoapCall CreateContainerView(
        ManagedObjectReference viewManager, ManagedObjectReference container, IEnumerable<string> types) =>
        new("CreateContainerView", viewManager, soap =>
        {
            soap.Reference("container", container);
            soap.Texts("type", types);
            soap.Flag("recursive", value: true);
        });

    private static SoapCall DestroyView(ManagedObjectReference view) => new("DestroyView", view);

    private static SoapCall RetrieveView(
        ManagedObjectReference collector, ManagedObjectReference view, PropertySpec spec, int maxObjects) =>
        Retrieve(collector, spec, maxObjects, soap => soap.Element("objectSet", () =>
        {
            soap.Reference("obj", view);
            soap.Flag("skip", value: true);
            soap.Element("selectSet", "TraversalSpec", () =>
            {
                soap.Text("name", AllMembers);
                soap.Text("type", view.Type);
                soap.Text("path", "view");
                soap.Flag("skip", value: false);
            });
        }));

    private static SoapCall RetrieveObjects(
        ManagedObjectReference collector, IEnumerable<ManagedObjectReference> objects, PropertySpec spec, int maxObjects) =>
        Retrieve(collector, spec, maxObjects, soap =>
        {
            foreach (var obj in objects)
            {
                soap.Element("objectSet", () =>
                {
                    soap.Reference("obj", obj);
                    soap.Flag("skip", value: false);
                });
            }
        });

    private static SoapCall Retrieve(ManagedObjectReference collector, PropertySpec spec, int maxObjects, Action<SoapWriter> objectSet) =>
        new("RetrievePropertiesEx", collector, soap =>
        {
            soap.Element("specSet", () =>
            {
                foreach (var item in spec.All)
                {
                    soap.Element("propSet", () =>
                    {
                        soap.Text("type", item.Type);
                        soap.Flag("all", value: false);
                        soap.Texts("pathSet", item.PathSet.SelectMany(path => path.Sent));
                    });
                }

                objectSet(soap);
            });
            soap.Element("options", () => soap.Number("maxObjects", maxObjects));
        });
}

/// <summary>Which properties to read of which managed type, such as <c>VirtualMachine</c>; a type derived from it counts too.</summary>
internal sealed record PropertySpec(string Type, IReadOnlyList<PropertyPath> PathSet)
{
    public IReadOnlyList<PropertySpec> Beside { get; init; } = [];

    internal IEnumerable<PropertySpec> All => Beside.Prepend(this);

    internal IEnumerable<string> Keyed => PathSet.Where(path => path.Keys is not null).Select(path => path.Path);

    internal PropertySpec Of(int objects) => AsArrays(path => objects <= path.WholeUpTo);

    internal PropertySpec AsArrays(Func<PropertyPath, bool>? which = null) =>
        this with { PathSet = [.. PathSet.Select(path => which?.Invoke(path) ?? true ? path.AsArray() : path)] };
}
