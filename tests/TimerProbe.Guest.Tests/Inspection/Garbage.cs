using FsCheck;
using FsCheck.Fluent;

namespace TimerProbe.Guest.Tests.Inspection;

/// <summary>Feeds a parser what no system should ever say: arbitrary input, and captured input with a piece torn out.</summary>
internal static class Garbage
{
    public static void NeverThrows(string sample, Action<string> parse)
    {
        Prop.ForAll<string?>(text => parse(text ?? "")).QuickCheckThrowOnFailure();
        Prop.ForAll<int, int, string?>((at, length, patch) =>
        {
            var (start, end) = Cut(sample.Length, at, length);
            parse(sample[..start] + patch + sample[end..]);
        }).QuickCheckThrowOnFailure();
    }

    public static void NeverThrows(byte[] sample, Action<byte[]> parse)
    {
        Prop.ForAll<byte[]>(parse).QuickCheckThrowOnFailure();
        Prop.ForAll<int, int, byte[]>((at, length, patch) =>
        {
            var (start, end) = Cut(sample.Length, at, length);
            parse([.. sample[..start], .. patch, .. sample[end..]]);
        }).QuickCheckThrowOnFailure();
    }

    private static (int Start, int End) Cut(int length, int at, int count)
    {
        var start = (int)((uint)at * 2654435761u % (uint)(length + 1));
        return (start, Math.Min(length, start + (int)((uint)count % 20)));
    }
}
