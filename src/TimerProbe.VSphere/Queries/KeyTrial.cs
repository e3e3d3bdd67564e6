namespace TimerProbe.VSphere.Queries;

/// <summary>
/// Tries whether a server answers for single options of an array, by keys that an object is seen to have: a server that passes
/// over such paths looks like one whose objects have none of what is wanted.
/// </summary>
internal sealed class KeyTrial(PathSupport support, PropertyReader reader)
{
    private const int MaxKeys = 10;

    public async Task RunAsync(PropertySpec spec, IReadOnlyCollection<ManagedObjectReference> objects, CancellationToken cancellationToken)
    {
        foreach (var path in spec.Keyed.Where(path => support.BeginTrial(spec.Type, path)))
        {
            try
            {
                if (!await IsAnsweredAsync(spec.Type, path, objects, cancellationToken))
                {
                    support.SetWhole(spec.Type, path);
                }
            }
            catch (VSphereException ex) when (ex.Kind != VSphereErrorKind.LoginRefused)
            {
                // What is no matter of this object fails the reading too.
            }
        }
    }

    private async Task<bool> IsAnsweredAsync(
        string type, string path, IReadOnlyCollection<ManagedObjectReference> objects, CancellationToken cancellationToken)
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
