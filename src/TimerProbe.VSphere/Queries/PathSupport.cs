using System.Collections.Concurrent;

namespace TimerProbe.VSphere.Queries;

/// <summary>
/// How a server takes the property paths of each type: which it refuses, and of which arrays it does not answer for single
/// options by their keys. Each is learned once.
/// </summary>
internal sealed class PathSupport
{
    private readonly ConcurrentDictionary<(string Type, string Path), bool> _refused = new();
    private readonly ConcurrentDictionary<(string Type, string Path), bool> _takesKeys = new();

    public bool IsRefused(string type, string path) => _refused.ContainsKey((type, path));

    public bool IsWhole(string type, string path) => _takesKeys.TryGetValue((type, path), out var takesKeys) && !takesKeys;

    public bool BeginTrial(string type, string path) => _takesKeys.TryAdd((type, path), value: true);

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
}
