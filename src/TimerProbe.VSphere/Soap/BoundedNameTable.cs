using System.Xml;

namespace TimerProbe.VSphere.Soap;

/// <summary>A name table that an answer made of endless new names, or of endless long ones, cannot grow without bound.</summary>
internal sealed class BoundedNameTable(SoapAnswerLimits limits) : XmlNameTable
{
    private readonly NameTable _names = new();
    private int _count;
    private long _characters;

    public override string Add(char[] array, int offset, int length) =>
        _names.Get(array, offset, length) ?? Counted(_names.Add(array, offset, length));

    public override string Add(string array) => _names.Get(array) ?? Counted(_names.Add(array));

    public override string? Get(char[] array, int offset, int length) => _names.Get(array, offset, length);

    public override string? Get(string array) => _names.Get(array);

    private string Counted(string name)
    {
        _characters += name.Length;
        return ++_count > limits.Names ? throw new AnswerLimitException($"more than {limits.Names:N0} different names")
            : _characters > limits.PieceBytes ? throw new AnswerLimitException($"names of more than {limits.PieceBytes:N0} characters")
            : name;
    }
}

/// <summary>An answer goes beyond a limit; the message is the rest of "the answer has".</summary>
internal sealed class AnswerLimitException(string message) : Exception(message);
