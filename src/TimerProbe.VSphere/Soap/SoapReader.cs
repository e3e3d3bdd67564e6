using System.Buffers;

namespace TimerProbe.VSphere.Soap;

/// <summary>Walks through an answer, forward only. What is not asked for is passed over, and what cannot be is refused.</summary>
internal sealed class SoapReader : IDisposable
{
    private const int MaxTypeName = 100;

    private readonly XmlReader _xml;
    private readonly BoundedStream? _bounded;
    private readonly ReadingContext _context;
    private readonly TextPool _pool = new();
    private readonly TextPool _texts = new();
    private readonly char[] _piece = new char[TextPool.MaxLength];
    private int _items;

    public SoapReader(Stream answer, ReadingContext context)
    {
        _context = context;
        _bounded = answer as BoundedStream;
        _xml = XmlReader.Create(new SanitizedText(answer), new XmlReaderSettings
        {
            DtdProcessing = DtdProcessing.Prohibit,
            XmlResolver = null,
            IgnoreComments = true,
            IgnoreProcessingInstructions = true,
            IgnoreWhitespace = true,
            // vCenter writes control characters of names as references, which strict XML forbids.
            CheckCharacters = false,
            NameTable = new BoundedNameTable(context.Limits.PieceBytes),
        });
    }

    public int Depth => _xml.Depth;

    public string Name => _xml.LocalName;

    public string Namespace => _xml.NamespaceURI;

    /// <summary>The type the server says this element has, without prefix; null when it says none.</summary>
    public string? Type => _xml.GetAttribute("type", SoapWriter.Instance) is { } type ? TypeName(type, hasPrefix: true) : null;

    /// <summary>The type of the object this element refers to; null when it is no reference.</summary>
    public string? ReferenceType => _xml.GetAttribute("type") is { } type ? TypeName(type, hasPrefix: false) : null;

    /// <summary>Whether the answer is XML at least at its start.</summary>
    public bool HasRoot { get; private set; }

    public SoapAnswerLimits Limits => _context.Limits;

    public (string Object, string Property) Place { get; set; } = ("", "");

    public void ReadToRoot()
    {
        while (_xml.NodeType != XmlNodeType.Element)
        {
            if (!Read())
            {
                throw new XmlException("the answer is empty");
            }
        }

        HasRoot = true;
    }

    public bool NextChild(int depth)
    {
        if (_xml.Depth == depth && (_xml.NodeType == XmlNodeType.EndElement || _xml.IsEmptyElement))
        {
            return false;
        }

        while (Read() && _xml.Depth > depth)
        {
            if (_xml.NodeType == XmlNodeType.Element && _xml.Depth == depth + 1)
            {
                return true;
            }
        }

        return false;
    }

    public string Text() => TextOrChildren(child: null);

    public string Head(int maxCharacters) => Printable.WellFormed(Content(child: null, maxCharacters).Text);

    public string TextOrChildren(Action? child)
    {
        var (text, isCut) = Content(child, _context.Limits.TextCharacters, _texts);
        if (isCut)
        {
            Refuse(RefusalKind.Text);
        }

        return Printable.WellFormed(text);
    }

    public string SharedText() => Printable.WellFormed(Content(child: null, _context.Limits.TextCharacters, _pool).Text);

    public string Line() => _context.Line(Text());

    public string Term(string name) => _context.Term(name);

    /// <summary>A whole number that a 32-bit one can be.</summary>
    /// <exception cref="XmlException">It is not a number.</exception>
    public int Number() => int.TryParse(Text(), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number)
        ? number
        : throw new XmlException("a number is invalid");

    /// <summary>A name that is sent back to the server: a page's token, a session's key.</summary>
    /// <exception cref="XmlException">It cannot be.</exception>
    public string Handle() =>
        Text() is var text && (text.Length == 0 || Printable.IsHandle(text))
            ? text
            : throw new XmlException($"its {Name} cannot be sent back");

    /// <summary>The reference of this element; null when it could not be sent back, which is noted.</summary>
    public ManagedObjectReference? Reference()
    {
        var type = ReferenceType ?? "";
        var reference = AsReference(type, Text());
        if (reference is null)
        {
            Refuse(RefusalKind.Reference);
        }

        return reference;
    }

    /// <exception cref="XmlException">It could not be sent back.</exception>
    public ManagedObjectReference NeededReference() => Reference() ?? throw new XmlException("its reference cannot be sent back");

    /// <summary>A type and an id as a reference; null when they could not be sent back.</summary>
    public static ManagedObjectReference? AsReference(string type, string value) =>
        Printable.IsHandle(value) && (type.Length == 0 || Printable.IsHandle(type)) ? new(type, value) : null;

    /// <summary>A time as XML Schema writes it; vSphere means UTC where one has no zone. One that cannot be is null.</summary>
    public static DateTimeOffset? ParseTime(ReadOnlySpan<char> text) =>
        DateTimeOffset.TryParse(
            text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal, out var time)
                ? ExternalTime.Accept(time)
                : null;

    public bool CanBeTime(string text)
    {
        if (text.Length == 0 || ParseTime(text) is not null)
        {
            return true;
        }

        Refuse(RefusalKind.Time);
        return false;
    }

    public void Refuse(RefusalKind kind)
    {
        var (obj, property) = Place;
        _context.Refuse(kind, obj.Length == 0 ? Name : property.Length == 0 ? obj : $"{property} of {obj}");
    }

    /// <summary>Counts something that is kept of this answer.</summary>
    /// <exception cref="AnswerLimitException">It is too much.</exception>
    public void Keep(int characters)
    {
        if (++_items > _context.Limits.Items)
        {
            throw new AnswerLimitException($"more than {_context.Limits.Items:N0} elements to keep");
        }

        _context.Keep(characters);
    }

    public void Finish()
    {
        while (Read())
        {
            // Nothing of use comes after the envelope.
        }
    }

    public void Dispose() => _xml.Dispose();

    /// <summary>The text, which nearly always comes in one piece, and whether its end was dropped as beyond the limit.</summary>
    private (string Text, bool IsCut) Content(Action? child, int maxCharacters, TextPool? pool = null)
    {
        var (text, isCut) = ("", false);
        StringBuilder? all = null;
        if (_xml.IsEmptyElement)
        {
            return (text, isCut);
        }

        for (var depth = _xml.Depth; Read() && _xml.Depth > depth;)
        {
            if (_xml.Depth > depth + 1)
            {
                continue;
            }

            if (_xml.NodeType is XmlNodeType.Text or XmlNodeType.CDATA or XmlNodeType.SignificantWhitespace)
            {
                var start = SharedStart(pool);
                Add(start);
                if (start.Length == 0 || start.Length == _piece.Length)
                {
                    Add(_xml.Value);
                }
            }
            else if (_xml.NodeType == XmlNodeType.Element)
            {
                child?.Invoke();
            }
        }

        return (all?.ToString() ?? text, isCut);

        void Add(string piece)
        {
            var room = maxCharacters - (all?.Length ?? text.Length);
            isCut |= piece.Length > room;
            piece = piece[..Math.Min(piece.Length, room)];
            if (text.Length == 0)
            {
                text = piece;
            }
            else if (piece.Length > 0)
            {
                all = (all ?? new StringBuilder(text)).Append(piece);
            }
        }
    }

    /// <summary>The start of a piece as the pool has it; empty without a pool.</summary>
    private string SharedStart(TextPool? pool)
    {
        var (length, size) = (0, _piece.Length);
        while (pool is not null && length < size && _xml.ReadValueChunk(_piece, length, size - length) is > 0 and var read)
        {
            length += read;
        }

        return length == 0 ? "" : pool!.Share(_piece.AsSpan(0, length));
    }

    private string TypeName(string reported, bool hasPrefix)
    {
        var type = Printable.WellFormed(reported).AsSpan();
        type = hasPrefix ? type[(type.IndexOf(':') + 1)..] : type;
        return _pool.Share(type[..Math.Min(type.Length, MaxTypeName)]);
    }

    private bool Read()
    {
        _bounded?.BeginPiece();
        var more = _xml.Read();
        return _xml.Depth <= _context.Limits.Depth ? more : throw new AnswerLimitException($"more than {_context.Limits.Depth} levels");
    }
}

/// <summary>
/// The text of an answer, where one name or value that is no text does not take all others with it: bytes that are no UTF-8, and
/// characters that XML forbids, come as the replacement character. It overrides the one method that an XML reader calls.
/// </summary>
internal sealed class SanitizedText(Stream answer)
    : StreamReader(answer, Encoding.UTF8, detectEncodingFromByteOrderMarks: true, BlockBytes, leaveOpen: true)
{
    private const int BlockBytes = 64 * 1024;

    private static readonly SearchValues<char> Forbidden = SearchValues.Create(
        [.. Enumerable.Range(0, ' ').Select(code => (char)code).Where(c => c is not ('\t' or '\n' or '\r')), '\uFFFE', '\uFFFF']);

    public override int Read(char[] buffer, int index, int count)
    {
        var read = base.Read(buffer, index, count);
        for (var rest = buffer.AsSpan(index, read); rest.IndexOfAny(Forbidden) is >= 0 and var at; rest = rest[(at + 1)..])
        {
            rest[at] = '\uFFFD';
        }

        return read;
    }
}

/// <summary>Names, all of which an XML reader keeps: ever new ones would fill memory.</summary>
internal sealed class BoundedNameTable(int maxCharacters) : NameTable
{
    private const int OfName = 64;

    private int _characters;

    public override string Add(char[] key, int start, int len) => Get(key, start, len) ?? Count(base.Add(key, start, len));

    public override string Add(string key) => Get(key) ?? Count(base.Add(key));

    private string Count(string name) => (_characters += name.Length + OfName) <= maxCharacters
        ? name
        : throw new AnswerLimitException("too many different names");
}
