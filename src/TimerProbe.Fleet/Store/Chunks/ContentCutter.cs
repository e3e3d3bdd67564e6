namespace TimerProbe.Fleet.Store.Chunks;

/// <summary>
/// Cuts bytes where their content says so, not at fixed places: a rolling hash over the last 64 bytes (a gear hash, as in FastCDC)
/// decides. What is put in or taken out moves the cuts nearby only, and everything after is cut as before.
/// </summary>
internal static class ContentCutter
{
    /// <summary>No chunk but the last is shorter.</summary>
    public const int Shortest = 2 * 1024;

    /// <summary>No chunk is longer.</summary>
    public const int Longest = 64 * 1024;

    /// <summary>13 bits: beyond <see cref="Shortest"/>, a cut every 8 KiB on average. The high bits have seen the most bytes.</summary>
    private const ulong Mask = 0x1FFFUL << 51;

    /// <summary>Other figures here would cut every document again: nothing would be found again.</summary>
    private static readonly ulong[] Gear = MakeGear();

    /// <summary>The length of the first chunk of bytes that are all there are left, or at least <see cref="Longest"/>.</summary>
    public static int LengthOfFirst(ReadOnlySpan<byte> bytes)
    {
        var hash = 0UL;
        var end = Math.Min(bytes.Length, Longest);
        for (var i = Math.Min(Shortest, end) - Math.Min(64, end); i < end; i++)
        {
            hash = (hash << 1) + Gear[bytes[i]];
            if (i >= Shortest && (hash & Mask) == 0)
            {
                return i + 1;
            }
        }

        return end;
    }

    /// <summary>SplitMix64 (Steele, Lea, Flood 2014) from 0.</summary>
    private static ulong[] MakeGear()
    {
        var gear = new ulong[256];
        var state = 0UL;
        for (var i = 0; i < gear.Length; i++)
        {
            state += 0x9E3779B97F4A7C15;
            var mixed = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9;
            mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
            gear[i] = mixed ^ (mixed >> 31);
        }

        return gear;
    }
}
