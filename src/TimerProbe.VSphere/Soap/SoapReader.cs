using System.Globalization;
using System.Xml;

namespace TimerProbe.VSphere.Soap;

/// <summary>Walks through the elements of an answer, forward only. What is not asked for is passed over.</summary>
internal sealed class SoapReader : IDisposable
{
    private readonly XmlReader _xml;
    private readonly AnswerLimits _limits;
    private readonly TextPool _pool = new();

    public SoapReader(Stream answer, AnswerLimits limits)
    {
        _limits = limits;
        _xml = XmlReader.Create(answer, new XmlReaderSettings
        {
            DtdProcessing = DtdProcessing.Prohibit,
            XmlResolver = null,
            IgnoreComments = true,
            IgnoreProcessingInstructions = true,
            IgnoreWhitespace = true,
            // vCenter writes control characters of names as references, which strict XML forbids.
            CheckCharacters = false,
            NameTable = new BoundedNameTable(limits.Names),
        });
    }

    public int Depth => _xml.Depth;

    public string Name => _xml.LocalName;

    public string Namespace => _xml.NamespaceURI;

    /// <summary>The type the server says this element has, without prefix; null when it says none.</summary>
    public string? Type => _xml.GetAttribute("type", SoapNames.Instance) is { } type ? _pool.Share(type.AsSpan(type.IndexOf(':', StringComparison.Ordinal) + 1)) : null;

    /// <summary>The type of the object this element refers to; null when it is no reference.</summary>
    public string? ReferenceType => _xml.GetAttribute("type") is { } type ? _pool.Share(type) : null;

    /// <summary>Whether the answer is XML at least at its start.</summary>
    public bool HasRoot { get; private set; }

    /// <summary>The limits of the answer.</summary>
    public AnswerLimits Limits => _limits;

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

    /// <summary>Goes to the next child of the element at this depth, over whatever is left of the child before.</summary>
    /// <returns>False when the element ends.</returns>
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

    /// <summary>The text of this element; the texts of its children do not count.</summary>
    public string Text() => TextOrChildren(child: null);

    /// <summary>The text of this element, and each child element on the way.</summary>
    public string TextOrChildren(Action? child)
    {
        if (_xml.IsEmptyElement)
        {
            return "";
        }

        var text = new SplitText(_limits.PieceBytes);
        for (var depth = _xml.Depth; Read() && _xml.Depth > depth;)
        {
            if (_xml.Depth > depth + 1)
            {
                continue;
            }

            if (_xml.NodeType is XmlNodeType.Text or XmlNodeType.CDATA or XmlNodeType.SignificantWhitespace)
            {
                text.Add(_xml.Value);
            }
            else if (_xml.NodeType == XmlNodeType.Element)
            {
                child?.Invoke();
            }
        }

        return text.ToString();
    }

    /// <summary>The text of this element, one string for all equal ones.</summary>
    public string SharedText() => _pool.Share(Text());

    public int Number() => int.TryParse(Text(), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number)
        ? number
        : throw new XmlException("a number is not one");

    public ManagedObjectReference Reference() => new(ReferenceType ?? "", Text());

    /// <summary>Reads to the end, so that the connection can serve the next request.</summary>
    public void Finish()
    {
        while (Read())
        {
            // Nothing of use comes after the envelope.
        }
    }

    public void Dispose() => _xml.Dispose();

    private bool Read()
    {
        var more = _xml.Read();
        return _xml.Depth <= _limits.Depth ? more : throw new AnswerLimitException($"more than {_limits.Depth} levels");
    }
}
