using TimerProbe.Core.Facts;

namespace TimerProbe.VSphere.Inventory;

/// <summary>What could not be read. Safe to use by several steps at once.</summary>
internal sealed class Problems
{
    private readonly Lock _lock = new();
    private readonly List<string> _sentences = [];

    /// <summary>Whether everything was read.</summary>
    public ReadStatus Status => Sentences.Count == 0 ? ReadStatus.Complete : ReadStatus.Partial;

    /// <summary>The sentences so far.</summary>
    public IReadOnlyList<string> Sentences
    {
        get
        {
            lock (_lock)
            {
                return [.. _sentences];
            }
        }
    }

    public void Add(string sentence) => Add([sentence]);

    public void Add(IEnumerable<string> sentences)
    {
        lock (_lock)
        {
            _sentences.AddRange(sentences.Except(_sentences, StringComparer.Ordinal));
        }
    }
}
