using TimerProbe.Core.Facts;

namespace TimerProbe.Guest.Inspection;

/// <summary>What could not be had, collected while the facts are.</summary>
internal sealed class Gaps(IEnumerable<Unavailable> known)
{
    private readonly List<Unavailable> _gaps = [.. known];

    public Gaps()
        : this([])
    {
    }

    public IReadOnlyList<Unavailable> All => [.. _gaps];

    /// <summary>The figure; its reason is noted when there is none.</summary>
    public T? Take<T>(string what, Reading<T> reading)
    {
        if (reading.Why is { } why)
        {
            Add(what, why);
        }

        return reading.Value;
    }

    /// <summary>Forgets what turned out to be told elsewhere.</summary>
    public void Close(string what) => _gaps.RemoveAll(gap => gap.What == what);

    public void Add(string what, string why) => _gaps.Add(new Unavailable(what, why));
}
