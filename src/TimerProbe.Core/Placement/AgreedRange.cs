namespace TimerProbe.Core.Placement;

/// <summary>
/// What consecutive samples say together. A sample that covers a move is a blend of two frequencies; so that no single one decides, a
/// bound counts once two samples have set it.
/// </summary>
internal sealed class AgreedRange
{
    private FrequencyRange _second = FrequencyRange.All;

    public int Count { get; private set; }

    public FrequencyRange Shared { get; private set; } = FrequencyRange.All;

    /// <summary>What is left whichever one of the samples is put aside: everything while there is one.</summary>
    public FrequencyRange Agreed => _second;

    /// <returns>False when it shares nothing with those before: then it is not added.</returns>
    public bool TryAdd(FrequencyRange range)
    {
        var shared = Shared.Intersect(range);
        if (shared.IsEmpty)
        {
            return false;
        }

        // The tightest bound but one, from below and from above.
        _second = _second.Intersect(new FrequencyRange(Math.Min(Shared.Low, range.Low), Math.Max(Shared.High, range.High)));
        Shared = shared;
        Count++;
        return true;
    }
}
