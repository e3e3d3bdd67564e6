using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace TimerProbe.Server.Views;

/// <summary>Keeps one of each that is equal: a document names the same host, rule, reason and remedy thousands of times.</summary>
public sealed class PartInterning
{
    private readonly HashSet<object> _parts = [];
    private readonly HashSet<object[]> _lists = new(new SameParts());

    /// <summary>The first of those that are equal to it.</summary>
    /// <param name="part">A text, or a record that never changes.</param>
    [return: NotNullIfNotNull(nameof(part))]
    public T? Intern<T>(T? part)
        where T : class
    {
        if (part is null || _parts.Add(part))
        {
            return part;
        }

        _parts.TryGetValue(part, out var known);
        return (T)known!;
    }

    /// <summary>The first list with the same parts, each of them shared, too.</summary>
    public IReadOnlyList<T> Intern<T>(IEnumerable<T> parts)
        where T : class
    {
        T[] list = [.. parts.Select(part => Intern<T>(part))];
        if (_lists.Add(list))
        {
            return list;
        }

        _lists.TryGetValue(list, out var known);
        return (T[])known!;
    }

    /// <summary>Lists are the same when they hold the same objects: what they hold is shared before.</summary>
    private sealed class SameParts : IEqualityComparer<object[]>
    {
        public bool Equals(object[]? x, object[]? y) =>
            x!.GetType() == y!.GetType() && new ReadOnlySpan<object>(x).SequenceEqual(y, ReferenceEqualityComparer.Instance);

        public int GetHashCode(object[] obj)
        {
            var hash = new HashCode();
            foreach (var part in obj)
            {
                hash.Add(RuntimeHelpers.GetHashCode(part));
            }

            return hash.ToHashCode();
        }
    }
}
