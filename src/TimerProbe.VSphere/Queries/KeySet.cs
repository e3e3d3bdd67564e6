using System.Runtime.InteropServices;

namespace TimerProbe.VSphere.Queries;

/// <summary>
/// Numbers of things that a server counts up: neighbors share a word of 64 bits, so that a million of them take a few megabytes.
/// </summary>
internal sealed class KeySet
{
    private const int Shift = 6;
    private const int InWord = (1 << Shift) - 1;

    private readonly Dictionary<int, ulong> _words = [];

    /// <summary>How many words of 64 bits they take.</summary>
    public int Words => _words.Count;

    public bool Contains(int key) => _words.TryGetValue(key >> Shift, out var word) && (word & (1UL << (key & InWord))) != 0;

    /// <summary>Adds one; false when it was there.</summary>
    public bool Add(int key)
    {
        ref var word = ref CollectionsMarshal.GetValueRefOrAddDefault(_words, key >> Shift, out _);
        var bit = 1UL << (key & InWord);
        if ((word & bit) != 0)
        {
            return false;
        }

        word |= bit;
        return true;
    }
}
