namespace TimerProbe.Core.Placement;

/// <summary>What samples say together. One that covers a move blends two frequencies, so a bound counts once two have set it.</summary>
internal sealed class AgreedRange
{
    public int Count { get; private set; }

    public FrequencyRange Shared { get; private set; } = FrequencyRange.All;

    public FrequencyRange Agreed { get; private set; } = FrequencyRange.All;

    public bool TryAdd(FrequencyRange range)
    {
        var shared = Shared.Intersect(range);
        if (shared.IsEmpty)
        {
            return false;
        }

        // The tightest bound but one, from below and from above.
        Agreed = Agreed.Intersect(new FrequencyRange(Math.Min(Shared.Low, range.Low), Math.Max(Shared.High, range.High)));
        Shared = shared;
        Count++;
        return true;
    }

    /// <summary>What the samples after a change share; null where too few do. The first of them may cover the move.</summary>
    public static FrequencyRange? GetNext(IEnumerable<FrequencyRange> after)
    {
        var next = new AgreedRange();
        foreach (var range in after)
        {
            if (next.TryAdd(range))
            {
                continue;
            }

            if (next.Count > 1)
            {
                break;
            }

            next = new AgreedRange();
            next.TryAdd(range);
        }

        return next.Count < 2 ? null : next.Agreed;
    }
}
