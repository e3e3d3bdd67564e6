using TimerProbe.Core.Units;

namespace TimerProbe.Core.Statistics;

/// <summary>
/// Counts lengths of time in fixed buckets, 16 to each doubling, from half a nanosecond to two seconds: always the same size, and
/// since every histogram has the same buckets, merging loses nothing. A quantile is right to 2.2 %.
/// </summary>
internal sealed class LogHistogram
{
    /// <summary>Buckets in each doubling of the length.</summary>
    public const int BucketsPerDoubling = 16;

    /// <summary>How many buckets there are; the first also counts what is shorter, the last what is longer.</summary>
    public const int Buckets = 32 * BucketsPerDoubling;

    private const double FirstDoubling = -1;

    private readonly long[] _counts = new long[Buckets];

    public long Count { get; private set; }

    /// <summary>The shortest, exactly; null while empty.</summary>
    public Duration? Shortest { get; private set; }

    /// <summary>The longest, exactly; null while empty.</summary>
    public Duration? Longest { get; private set; }

    /// <summary>The lower edge of a bucket, from 0; that of <see cref="Buckets"/> is the last one's upper edge.</summary>
    public static Duration LowerEdge(int bucket) => new(Math.Pow(2, (bucket / (double)BucketsPerDoubling) + FirstDoubling));

    /// <summary>Counts any length; what is no number is not counted.</summary>
    public void Add(Duration value)
    {
        if (double.IsNaN(value.Nanoseconds))
        {
            return;
        }

        _counts[BucketOf(value)]++;
        Count++;
        Widen(value, value);
    }

    public void Merge(LogHistogram other)
    {
        for (var bucket = 0; bucket < Buckets; bucket++)
        {
            _counts[bucket] += other._counts[bucket];
        }

        Count += other.Count;
        if (other is { Shortest: { } shortest, Longest: { } longest })
        {
            Widen(shortest, longest);
        }
    }

    public void Clear()
    {
        Array.Clear(_counts);
        (Count, Shortest, Longest) = (0, null, null);
    }

    /// <summary>A quantile: the middle of its bucket, but never outside what was counted. Null while empty.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The probability lies outside 0 to 1.</exception>
    public Duration? Quantile(double probability)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(probability);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(probability, 1);
        if (Count == 0)
        {
            return null;
        }

        var rank = Math.Max((long)Math.Ceiling(probability * Count), 1);
        var bucket = 0;
        for (var passed = _counts[0]; passed < rank; passed += _counts[bucket])
        {
            bucket++;
        }

        var middle = Math.Sqrt(LowerEdge(bucket).Nanoseconds * LowerEdge(bucket + 1).Nanoseconds);
        return new Duration(Math.Clamp(middle, Shortest!.Value.Nanoseconds, Longest!.Value.Nanoseconds));
    }

    /// <summary>The buckets that counted anything, by number.</summary>
    public IReadOnlyList<BucketCount> NotEmpty() =>
        [.. _counts.Index().Where(bucket => bucket.Item > 0).Select(bucket => new BucketCount(bucket.Index, bucket.Item))];

    private static int BucketOf(Duration value) => value.Nanoseconds > 0
        ? (int)Math.Clamp(Math.Floor((Math.Log2(value.Nanoseconds) - FirstDoubling) * BucketsPerDoubling), 0, Buckets - 1)
        : 0;

    private void Widen(Duration shortest, Duration longest)
    {
        Shortest = Shortest is { } least && least <= shortest ? least : shortest;
        Longest = Longest is { } most && most >= longest ? most : longest;
    }
}

/// <summary>What a bucket of a histogram counted.</summary>
/// <param name="Bucket">Its number, from 0 to 511; its lower edge is 2^(number / 16 - 1) ns.</param>
/// <param name="Count">How many values fell into it.</param>
public readonly record struct BucketCount(int Bucket, long Count);
