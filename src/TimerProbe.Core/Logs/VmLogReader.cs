namespace TimerProbe.Core.Logs;

/// <summary>Reads a <c>vmware.log</c> line by line: of each no more than is needed is held, however long it is.</summary>
public static class VmLogReader
{
    public const int MaxLine = 4096;

    private const int MaxBefore = 10_000;

    private const int Block = 32 * 1024;

    /// <summary>Parts by the place of their first byte, whole lines only: the rest of a cut line may be what its guest wrote.</summary>
    public static VmLog? Read(IEnumerable<(long From, ReadOnlyMemory<byte> Bytes)> parts, string file, CancellationToken cancellationToken)
    {
        using var lines = new MemoryStream();
        var next = 0L;
        foreach (var part in parts)
        {
            var bytes = part.Bytes.Span;
            if (part.From != next)
            {
                EndLastLine();
                if (bytes.IndexOf((byte)'\n') is not (>= 0 and var end))
                {
                    continue;
                }

                bytes = bytes[(end + 1)..];
            }

            lines.Write(bytes);
            next = part.From + part.Bytes.Length;
        }

        EndLastLine();
        lines.Position = 0;
        using var text = new StreamReader(lines, Encoding.UTF8);
        return Read(text, file, isWhole: true, cancellationToken);

        void EndLastLine() => lines.SetLength(lines.GetBuffer().AsSpan(0, (int)lines.Length).LastIndexOf((byte)'\n') + 1);
    }

    /// <summary>
    /// What the log of a name says; null when no line is one of a <c>vmware.log</c>. The first line counts in a text that begins as
    /// logs do, or that has picked lines alone: elsewhere it may be the rest of what a guest has written.
    /// </summary>
    public static VmLog? Read(TextReader text, string file, CancellationToken cancellationToken) =>
        Read(text, file, isWhole: false, cancellationToken);

    private static VmLog? Read(TextReader text, string file, bool isWhole, CancellationToken cancellationToken)
    {
        var (lines, rest) = (new VmLogLines(), new VmLogLines());
        var block = ArrayPool<char>.Shared.Rent(Block);
        try
        {
            // A line so far, one character beyond what is looked at: then it is known to be longer.
            var line = new char[MaxLine + 1];
            var length = 0;
            var passed = 0;
            while ((lines.IsLog || passed < MaxBefore) && text.Read(block, 0, Block) is > 0 and var count)
            {
                cancellationToken.ThrowIfCancellationRequested();
                var left = block.AsSpan(0, count);
                for (var end = left.IndexOf('\n'); end >= 0; end = left.IndexOf('\n'))
                {
                    length = Add(line, length, left[..end]);
                    Take(line, length, isFirst: passed == 0);
                    length = 0;
                    passed++;
                    left = left[(end + 1)..];
                }

                length = Add(line, length, left);
            }

            Take(line, length, isFirst: passed == 0);
        }
        finally
        {
            ArrayPool<char>.Shared.Return(block);
        }

        return !lines.IsLog ? null : (isWhole || lines.IsExcerpt ? lines : rest).ToLog(file);

        void Take(char[] line, int length, bool isFirst)
        {
            if (length > MaxLine)
            {
                lines.IsExcerpt = false;
            }
            else if (line.AsSpan(0, length).TrimEnd("\0\r \t").TrimStart(" \t\uFEFF") is { Length: > 0 } trimmed)
            {
                // There are zeros where the host was lost while it wrote: at the end of a line, or in place of its beginning.
                lines.Add(trimmed);
                if (isFirst)
                {
                    isWhole |= lines.HasHeader;
                }
                else
                {
                    rest.Add(trimmed);
                }
            }
        }
    }

    private static int Add(char[] line, int length, ReadOnlySpan<char> more)
    {
        var taken = Math.Min(more.Length, line.Length - length);
        more[..taken].CopyTo(line.AsSpan(length));
        return length + taken;
    }
}
