using System.Buffers;
using System.Text.Unicode;

namespace TimerProbe.Files;

/// <summary>UTF-8 with or without a byte order mark, or UTF-16 with one; else refused: a guessed code page alters passwords.</summary>
public static class ExternalText
{
    private static ReadOnlySpan<byte> LittleEndian => [0xFF, 0xFE];

    private static ReadOnlySpan<byte> BigEndian => [0xFE, 0xFF];

    /// <summary>The text as UTF-8 without a byte order mark.</summary>
    /// <exception cref="FileRefusedException">It is neither; the message has the place.</exception>
    public static ReadOnlyMemory<byte> ToUtf8(byte[] bytes)
    {
        if (IsUtf16(bytes))
        {
            return Encoding.UTF8.GetBytes(FromUtf16(bytes));
        }

        var text = bytes.AsMemory(bytes.AsSpan().StartsWith(Encoding.UTF8.Preamble) ? Encoding.UTF8.Preamble.Length : 0);
        return Utf8.IsValid(text.Span) ? text : throw NotAt(bytes, FirstWrong(bytes), "UTF-8");
    }

    /// <summary>True where a byte order mark of UTF-16 begins the text.</summary>
    public static bool IsUtf16(ReadOnlySpan<byte> bytes) => bytes.StartsWith(LittleEndian) || bytes.StartsWith(BigEndian);

    private static string FromUtf16(byte[] bytes)
    {
        try
        {
            var utf16 = new UnicodeEncoding(bytes.AsSpan().StartsWith(BigEndian), byteOrderMark: false, throwOnInvalidBytes: true);
            return utf16.GetString(bytes, 2, bytes.Length - 2);
        }
        catch (DecoderFallbackException ex)
        {
            throw new FileRefusedException($"it is not valid UTF-16 near byte {Math.Max(0, ex.Index) + 3:N0}: save it as UTF-8", ex);
        }
    }

    private static int FirstWrong(ReadOnlySpan<byte> bytes)
    {
        var offset = 0;
        while (Rune.DecodeFromUtf8(bytes[offset..], out _, out var length) == OperationStatus.Done)
        {
            offset += length;
        }

        return offset;
    }

    private static FileRefusedException NotAt(ReadOnlySpan<byte> bytes, int offset, string what)
    {
        var line = bytes[..offset].Count((byte)'\n') + 1;
        return new FileRefusedException($"it is not {what} at byte {offset + 1:N0}, line {line:N0}: save it as UTF-8");
    }
}
