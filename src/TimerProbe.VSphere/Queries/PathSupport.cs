using System.Collections.Concurrent;

namespace TimerProbe.VSphere.Queries;

/// <summary>Which property paths of each type a server refuses, and which arrays it does not answer by key; learned once.</summary>
internal sealed class PathSupport
{
    private const int MaxKeys = 10;

    private readonly ConcurrentDictionary<(string Type, string Path), bool> _refused = new();
    private readonly ConcurrentDictionary<(string Type, string Path), bool> _takesKeys = new();

    public bool IsRefused(string type, string path) => _refused.ContainsKey((type, path));

    public bool IsWhole(string type, string path) => _takesKeys.TryGetValue((type, path), out var takesKeys) && !takesKeys;

    public void SetWhole(string type, string path) => _takesKeys[(type, path)] = false;

    public bool LearnRefused(string type, IEnumerable<string> paths, VSphereException ex)
    {
        if (ex.Fault is not { Type: "InvalidProperty", Name: { Length: > 0 } name })
        {
            return false;
        }

        // Older servers name the part they do not know, newer ones the whole path.
        var refused = paths.Where(path => path == name
            || path.StartsWith(name + ".", StringComparison.Ordinal) || path.EndsWith("." + name, StringComparison.Ordinal)).ToList();
        return refused.Count > 0 && refused.TrueForAll(path => _refused.TryAdd((type, path), value: true));
    }

    /// <summary>
    /// Tries whether the server answers for single options of an array, by keys that an object is seen to have: a server that passes
    /// over such paths looks like one whose objects have none of what is wanted.
    /// </summary>
    public async Task TryKeysAsync(
        PropertySpec spec, IReadOnlyCollection<ManagedObjectReference> objects, PropertyReader reader, CancellationToken cancellationToken)
    {
        foreach (var path in spec.Keyed.Where(path => _takesKeys.TryAdd((spec.Type, path), value: true)))
        {
            try
            {
                if (!await TakesKeysAsync(spec.Type, path, objects, reader, cancellationToken))
                {
                    SetWhole(spec.Type, path);
                }
            }
            catch (VSphereException ex) when (ex.Kind != VSphereErrorKind.LoginRefused)
            {
                // What is no matter of this object fails the reading too.
            }
        }
    }

    private static async Task<bool> TakesKeysAsync(
        string type,
        string path,
        IReadOnlyCollection<ManagedObjectReference> objects,
        PropertyReader reader,
        CancellationToken cancellationToken)
    {
        ObjectContent? example = null;
        var any = PropertyPath.Options(
            path, key => example is null && key.All(c => char.IsAsciiLetterOrDigit(c) || c is '.' or '_'), _ => 0);
        // Nearly always the first has some; an object that is not accessible has none.
        for (int from = 0, count = 1; example is null && from < objects.Count && count <= reader.PageSize; from += count, count *= 10)
        {
            await reader.ReadObjectsAsync(
                new(type, [any]), objects.Skip(from).Take(count), content =>
                    example ??= GetKeys(content).Any() ? content : null, cancellationToken);
        }

        if (example is null)
        {
            return true;
        }

        // The longest are made of the most kinds of characters.
        List<string> asked = [.. GetKeys(example).OrderByDescending(key => key.Length).Take(MaxKeys)];
        var missing = asked.ToHashSet(StringComparer.OrdinalIgnoreCase);
        var some = PropertyPath.Options(path, missing.Contains, _ => 0).ByKeys(asked);
        await reader.ReadObjectsAsync(new(type, [some]), [example.Obj], content => missing.ExceptWith(GetKeys(content)), cancellationToken);
        return missing.Count == 0;

        IEnumerable<string> GetKeys(ObjectContent content) => content[path]?.Members.Select(option => option["key"]?.Text ?? "") ?? [];
    }
}
