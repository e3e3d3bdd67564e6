namespace TimerProbe.Guest.Inspection.Linux;

/// <summary>Processors as bits, the lowest first: cpu_set_t on little-endian machines.</summary>
internal static class ProcessorMask
{
    public static IEnumerable<int> Numbers(byte[] mask) =>
        Enumerable.Range(0, mask.Length * 8).Where(number => (mask[number / 8] >> (number % 8) & 1) == 1);

    /// <summary>A mask with one processor in it, at least as long as asked for.</summary>
    public static byte[] Single(int number, int length)
    {
        var mask = new byte[Math.Max(length, number / 8 + 1)];
        mask[number / 8] = (byte)(1 << (number % 8));
        return mask;
    }
}
