using System.Buffers;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Logs;

/// <summary>Reads a <c>vmware.log</c> line by line: of each no more than is needed is held, however long it is.</summary>
public static class VmLogReader
{
    /// <summary>The longest line that is looked at, in characters; longer ones are passed over. What matters has some hundred.</summary>
    public const int LongestLine = 4096;

    /// <summary>How many lines may stand before the first that is one of such a log.</summary>
    private const int MostBefore = 10_000;

    private const int Block = 32 * 1024;

    /// <summary>What the log of a name says; null when no line is one of a <c>vmware.log</c>.</summary>
    public static VmLog? Read(TextReader text, string file, CancellationToken cancel)
    {
        var lines = new VmLogLines();
        var block = ArrayPool<char>.Shared.Rent(Block);
        try
        {
            // A line so far, one character beyond what is looked at: then it is known to be longer.
            var line = new char[LongestLine + 1];
            var length = 0;
            var passed = 0;
            while ((lines.IsLog || passed < MostBefore) && text.Read(block, 0, Block) is > 0 and var count)
            {
                cancel.ThrowIfCancellationRequested();
                var rest = block.AsSpan(0, count);
                for (var end = rest.IndexOf('\n'); end >= 0; end = rest.IndexOf('\n'))
                {
                    length = Add(line, length, rest[..end]);
                    Take(lines, line, length);
                    length = 0;
                    passed++;
                    rest = rest[(end + 1)..];
                }

                length = Add(line, length, rest);
            }

            Take(lines, line, length);
        }
        finally
        {
            ArrayPool<char>.Shared.Return(block);
        }

        return lines.IsLog ? lines.ToLog(file) : null;
    }

    private static int Add(char[] line, int length, ReadOnlySpan<char> more)
    {
        var taken = Math.Min(more.Length, line.Length - length);
        more[..taken].CopyTo(line.AsSpan(length));
        return length + taken;
    }

    private static void Take(VmLogLines lines, char[] line, int length)
    {
        // Zeros stand where the host was lost while it wrote.
        if (length <= LongestLine && line.AsSpan(0, length).Trim("\0\r \t\uFEFF") is { Length: > 0 } trimmed)
        {
            lines.Add(trimmed);
        }
    }
}
