using TimerProbe.Core.Facts;

namespace TimerProbe.Guest.Inspection.Readings;

/// <summary>What could not be had, collected while the facts are.</summary>
internal sealed class UnavailableFacts(IEnumerable<Unavailable> known)
{
    private readonly List<Unavailable> _all = [.. known];

    public UnavailableFacts()
        : this([])
    {
    }

    public IReadOnlyList<Unavailable> All => [.. _all];

    /// <summary>The figure; its reason is noted when there is none.</summary>
    public T? Note<T>(string what, Reading<T> reading)
    {
        if (reading.Unavailable(what) is { } gap)
        {
            _all.Add(gap);
        }

        return reading.Value;
    }

    public void Close(string what) => _all.RemoveAll(gap => gap.What == what);

    public void Add(string what, string why) => _all.Add(new Unavailable(what, why));
}
