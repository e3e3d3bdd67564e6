using System.Buffers;
using System.Text;

namespace TimerProbe.VSphere.Soap;

/// <summary>
/// The text of an answer, where one name or value that is no text does not take all others with it: bytes that are no UTF-8, and
/// characters that XML forbids, come as the replacement character.
/// </summary>
internal sealed class ForgivingText(Stream answer) : TextReader
{
    private static readonly SearchValues<char> Forbidden = SearchValues.Create(
        [.. Enumerable.Range(0, ' ').Select(code => (char)code).Where(c => c is not ('\t' or '\n' or '\r')), '\uFFFE', '\uFFFF']);

    private readonly StreamReader _text = new(answer, Encoding.UTF8, detectEncodingFromByteOrderMarks: true, leaveOpen: true);

    public override int Peek() => throw new NotSupportedException();

    public override int Read()
    {
        var one = '\0';
        return Read(new Span<char>(ref one)) == 0 ? -1 : one;
    }

    public override int Read(char[] buffer, int index, int count) => Read(buffer.AsSpan(index, count));

    public override int Read(Span<char> buffer)
    {
        var read = _text.Read(buffer);
        for (var rest = buffer[..read]; rest.IndexOfAny(Forbidden) is >= 0 and var at; rest = rest[(at + 1)..])
        {
            rest[at] = '\uFFFD';
        }

        return read;
    }

    protected override void Dispose(bool disposing)
    {
        _text.Dispose();
        base.Dispose(disposing);
    }
}
