using System.Text;

namespace TimerProbe.Cli.Configuration.Json;

/// <summary>Turns the offset of a byte of UTF-8 text into a line and a column.</summary>
internal sealed class LineIndex
{
    private readonly byte[] _text;
    private readonly List<int> _starts = [0];

    public LineIndex(byte[] text)
    {
        _text = text;
        for (var i = 0; i < text.Length; i++)
        {
            if (text[i] == '\n')
            {
                _starts.Add(i + 1);
            }
        }
    }

    /// <summary>Where the byte at an offset stands.</summary>
    public JsonPlace At(long offset)
    {
        var end = (int)Math.Clamp(offset, 0, _text.Length);
        var found = _starts.BinarySearch(end);
        var line = found >= 0 ? found : ~found - 1;
        return new JsonPlace(line + 1, Encoding.UTF8.GetCharCount(_text, _starts[line], end - _starts[line]) + 1);
    }

    /// <summary>Where the byte stands that is so many bytes after the start of a line; both from 0.</summary>
    public JsonPlace At(long line, long byteInLine) =>
        At(_starts[(int)Math.Clamp(line, 0, _starts.Count - 1)] + byteInLine);
}
