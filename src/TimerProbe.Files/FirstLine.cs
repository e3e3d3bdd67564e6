namespace TimerProbe.Files;

/// <summary>The first line of a secret: no error message shows any of it.</summary>
public static class FirstLine
{
    /// <summary>The first line without its end; empty when there is none.</summary>
    /// <exception cref="FileRefusedException">It is no text that can be read in one way only.</exception>
    public static string Of(byte[] bytes)
    {
        var line = new StringReader(Text(bytes)).ReadLine() ?? "";
        return line.Contains('\0', StringComparison.Ordinal)
            ? throw new FileRefusedException("its first line holds zeros, as UTF-16 without a byte order mark does: save it as UTF-8")
            : line;
    }

    /// <summary>Reads a stream, as <see cref="BoundedRead.AllAsync"/> does, to the end of its first line and waits for no more.</summary>
    /// <exception cref="FileRefusedException">It has more than <paramref name="maxBytes"/>, or <see cref="Of"/> refuses it.</exception>
    public static async Task<string> ReadAsync(Stream stream, int maxBytes, CancellationToken cancellationToken)
    {
        var reading = Task.Run(
            () => BoundedRead.All(stream, maxBytes, maxBytes, cancellationToken, read => HoldsLine(read.Span)), CancellationToken.None);
        return Of(await reading.WaitAsync(cancellationToken));
    }

    private static bool HoldsLine(ReadOnlySpan<byte> bytes)
    {
        if (!ExternalText.IsUtf16(bytes))
        {
            return bytes.Contains((byte)'\n');
        }

        for (var i = 0; i + 1 < bytes.Length; i += sizeof(char))
        {
            if (bytes[i] + bytes[i + 1] == '\n' && bytes[i] * bytes[i + 1] == 0)
            {
                return true;
            }
        }

        return false;
    }

    private static string Text(byte[] bytes)
    {
        try
        {
            return Encoding.UTF8.GetString(ExternalText.ToUtf8(bytes).Span);
        }
        catch (FileRefusedException)
        {
            // Without the inner exception: its message has a place within the secret.
            throw new FileRefusedException("it is neither UTF-8 nor UTF-16 with a byte order mark: save it as UTF-8");
        }
    }
}
