using System.Buffers;
using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

namespace TimerProbe.Core.Logs;

/// <summary>Reads a <c>vmware.log</c> line by line: of each no more than is needed is held, however long it is.</summary>
public static class VmLogReader
{
    /// <summary>The longest line that is looked at, in characters; longer ones are passed over. What matters has some hundred.</summary>
    public const int LongestLine = 4096;

    /// <summary>How many lines may precede the first that such a log has.</summary>
    private const int MostBefore = 10_000;

    private const int Block = 32 * 1024;

    /// <summary>
    /// What parts of a log say, each with the place of its first byte: whole lines only. The rest of a line that a cut goes through may be
    /// what its guest has written.
    /// </summary>
    public static VmLog? Read(IEnumerable<(long From, ReadOnlyMemory<byte> Bytes)> parts, string file, CancellationToken cancel)
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
        return Read(text, file, isWhole: true, cancel);

        void EndLastLine() => lines.SetLength(lines.GetBuffer().AsSpan(0, (int)lines.Length).LastIndexOf((byte)'\n') + 1);
    }

    /// <summary>
    /// What the log of a name says; null when no line is one of a <c>vmware.log</c>. The first line counts in a text that begins as logs
    /// do, or that has picked lines alone: elsewhere it may be the rest of what a guest has written.
    /// </summary>
    public static VmLog? Read(TextReader text, string file, CancellationToken cancel) => Read(text, file, isWhole: false, cancel);

    private static VmLog? Read(TextReader text, string file, bool isWhole, CancellationToken cancel)
    {
        var (lines, rest) = (new VmLogLines(), new VmLogLines());
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
            if (length > LongestLine)
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

/// <summary>What precedes the message of a line of <c>vmware.log</c>. Releases differ: see the tests for one of each.</summary>
/// <param name="Length">How many characters it takes; 0 when the line begins with its message.</param>
/// <param name="Written">The time as it is written; empty when there is none.</param>
/// <param name="At">The same time; null when it has no year or no time zone.</param>
/// <param name="IsContinued">Whether the line goes on with a message of several lines: a guest can write such.</param>
internal readonly partial record struct VmLogPrefix(int Length, string Written, DateTimeOffset? At, bool IsContinued)
{
    /// <summary>The rank of a prefix with a time.</summary>
    public const int Dated = 2;

    private static readonly string[] Forms = ["yyyy-MM-dd'T'HH:mm:ss.FFFFFFFK", "yyyy-MM-dd'T'HH:mm:ssK"];

    /// <summary>How complete it is: a log whose lines begin with a time has no line without.</summary>
    public int Rank => Written is { Length: > 0 } ? Dated : Length > 0 ? 1 : 0;

    /// <summary>The prefix of a line; of no length when the line has none that is known.</summary>
    public static VmLogPrefix Parse(string line)
    {
        var match = Known().Match(line);
        if (!match.Success)
        {
            return default;
        }

        var time = match.Groups["time"].Value;
        var isTime = DateTimeOffset.TryParseExact(time, Forms, CultureInfo.InvariantCulture, DateTimeStyles.None, out var at);
        return new VmLogPrefix(
            match.Length, time, isTime && HasZone(time) ? ExternalTime.Accept(at) : null, match.Groups["continued"].Success);
    }

    private static bool HasZone(string time) => time.EndsWith('Z') || (time.Length > 6 && time[^6] is '+' or '-' && time[^3] == ':');

    // An id of an operation ends as hostd writes it: e0ada929, vim-cmd-09-a45d, lnx6ehce-42910-auto-x40-h5:70004075-b2-a9-003a.
    private const string Operation = @"(?:opID=)?(?:[0-9a-f]{8}|[A-Za-z0-9](?:[A-Za-z0-9@._-]|:(?!-)){0,119}-[0-9a-f]{2,8})";

    // Old releases write the month in the language of the host.
    // What a guest has written into its log comes after "Guest: " or the like: only what begins the message is the hypervisor's own.
    [GeneratedRegex(
        $$"""
        ^(?:
            (?:(?<time>[^\s|:]{1,12}\ [\ 0-9][0-9]\ [0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,7})?):\ )?
              [A-Za-z][^\s|]{0,63}\|\ (?:[A-Z][0-9]{3}(?::|(?<continued>\+))\ )?
          | (?<time>[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,7})?(?:Z|[+-][0-9]{2}:?[0-9]{2})?)
            (?: \|\ [^\s|]{1,64}\|\ (?:(?:{{Operation}})?\|\ )?(?:[A-Z][0-9]{3}(?::|(?<continued>\+))\ )?
              | \ [A-Z][a-z]\([0-9]{1,3}\)(?<continued>\+)?\ [^\s:\[\]]{1,64}\ (?:(?:-|{{Operation}})\ )?
              | \ [+-]?[A-Za-z]{3,12}(?<continued>\+)?\ \S{1,64}\ [0-9]{1,10}\ \[[^\]]{0,512}\]\ (?:-\ )?
            )
        )
        """,
        RegexOptions.CultureInvariant | RegexOptions.IgnorePatternWhitespace,
        matchTimeoutMilliseconds: 1000)]
    private static partial Regex Known();
}
