using System.Text;
using System.Text.Json;
using TimerProbe.Core.Watching;

namespace TimerProbe.Tests.Shared;

/// <summary>
/// Reads a file of lines. A line that is no whole one is passed over and counted: the last one when its writer was killed, one in the
/// middle when the file was rotated or the disk was full, or one of a later version's kind.
/// </summary>
internal sealed class WatchLogReader(TextReader text)
{
    /// <summary>How many lines were passed over so far.</summary>
    public long PassedOver { get; private set; }

    /// <summary>The lines, one by one as they are read.</summary>
    public IEnumerable<WatchLine> Lines()
    {
        while (text.ReadLine() is { } line)
        {
            if (string.IsNullOrWhiteSpace(line))
            {
                continue;
            }

            if (TryRead(line) is { } read)
            {
                yield return read;
            }
            else
            {
                PassedOver++;
            }
        }
    }

    private static WatchLine? TryRead(string line)
    {
        try
        {
            // Zeros stand where a file was cut while it was written to.
            return WatchJson.Read(Encoding.UTF8.GetBytes(line.TrimStart('\0', '\uFEFF')));
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
