using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;

namespace TimerProbe.Reporting.Html;

/// <summary>
/// A page that encodes by construction: it takes interpolated strings only, of which the literal parts are markup and every hole
/// is text. No method takes a plain string for markup, so no name can become any.
/// </summary>
internal sealed class HtmlPage(TextWriter output)
{
    private const int MaxKept = 64 * 1024;

    private readonly StringBuilder _text = new();
    private bool _endsUnquoted;

    public static void Write(TextWriter output, Action<HtmlPage> write)
    {
        var page = new HtmlPage(output);
        write(page);
        page.Flush();
    }

    [SuppressMessage("Style", "IDE0060:Remove unused parameter", Justification = "It has written itself to this page")]
    public void Add([InterpolatedStringHandlerArgument("")] Markup markup)
    {
        if (_text.Length > MaxKept)
        {
            Flush();
        }
    }

    private void Flush()
    {
        output.Write(_text);
        _text.Clear();
    }

    [InterpolatedStringHandler]
    [SuppressMessage("Performance", "CA1815:Override equals and operator equals on value types", Justification = "Nobody compares handlers")]
    internal readonly struct Markup
    {
        private readonly HtmlPage _page;
        private readonly StringBuilder _text;

        [SuppressMessage("Style", "IDE0060:Remove unused parameter", Justification = "The compiler passes them")]
        public Markup(int literalLength, int formattedCount, HtmlPage page)
        {
            _page = page;
            _text = page._text;
        }

        public void AppendLiteral(string markup)
        {
            _text.Append(markup);
            _page._endsUnquoted = markup is [.., '=' or '\''];
        }

        /// <summary>
        /// A text in one line. It stays text and shows what it holds: markup characters are encoded, and a character that is not seen or
        /// turns others around (<see cref="PlainText.IsHidden"/>) becomes its number, such as <c>⟨U+202E⟩</c>.
        /// </summary>
        /// <exception cref="InvalidOperationException">The hole is in an attribute without double quotes.</exception>
        public void AppendFormatted(string? text)
        {
            if (_page._endsUnquoted)
            {
                throw new InvalidOperationException("A text in an attribute stands in double quotes.");
            }

            AppendText(text);
        }

        /// <summary>A text with its lines and tabs, for an element and no attribute: <c>{text:code}</c>.</summary>
        [SuppressMessage("Style", "IDE0060:Remove unused parameter", Justification = "The format only says which method it is")]
        public void AppendFormatted(string text, string format)
        {
            foreach (var rune in text.EnumerateRunes())
            {
                if (rune.Value is '\n' or '\t')
                {
                    _text.Append((char)rune.Value);
                }
                else
                {
                    Append(rune);
                }
            }
        }

        public void AppendFormatted(long number) => _text.Append(number);

        public void AppendFormatted(double length) => _text.Append(length.ToString("0.#"));

        public void AppendFormatted(PageLink link)
        {
            _text.Append("href=\"");
            AppendText(link.Address);
            if (link.Show is { } show)
            {
                _text.Append("\" data-show=\"");
                AppendText(show);
            }

            _text.Append('"');
        }

        public void AppendFormatted(HtmlAttribute attribute) => _text.Append(attribute.Text);

        public void AppendFormatted(EmbeddedFile file) => _text.Append(file.Text);

        private void AppendText(string? text)
        {
            foreach (var rune in (text ?? "").EnumerateRunes())
            {
                switch (rune.Value)
                {
                    case '"':
                        _text.Append("&quot;");
                        break;
                    case '>':
                        _text.Append("&gt;");
                        break;
                    default:
                        Append(rune);
                        break;
                }
            }
        }

        private void Append(Rune rune)
        {
            switch (rune.Value)
            {
                case '&':
                    _text.Append("&amp;");
                    break;
                case '<':
                    _text.Append("&lt;");
                    break;
                case >= ' ' and <= '~':
                    _text.Append((char)rune.Value);
                    break;
                default:
                    AppendOther(rune);
                    break;
            }
        }

        private void AppendOther(Rune rune)
        {
            if (PlainText.IsHidden(rune))
            {
                _text.Append(CultureInfo.InvariantCulture, $"⟨U+{rune.Value:X4}⟩");
            }
            else
            {
                Span<char> characters = stackalloc char[2];
                _text.Append(characters[..rune.EncodeToUtf16(characters)]);
            }
        }
    }
}

internal readonly record struct HtmlAttribute
{
    private HtmlAttribute(string text) => Text = text;

    public string Text { get; }

    public static HtmlAttribute OpenIf(bool open) => new(open ? " open" : "");

    public static HtmlAttribute GetClass(Standing standing) =>
        new(MachineMark.For(standing).Letter is { Length: > 0 } letter ? $" class={letter}" : "");

    public static HtmlAttribute GetSort(string? order) => new(order is null ? "" : $" aria-sort=\"{order}\"");

    public static HtmlAttribute GetNumber(int number, int place) => new(number == place ? "" : $" value={number}");
}

internal sealed record EmbeddedFile(string Text, string Source)
{
    public static EmbeddedFile Style { get; } = Read("report.css");

    public static EmbeddedFile Script { get; } = Read("report.js");

    private static EmbeddedFile Read(string name)
    {
        using var stream = typeof(EmbeddedFile).Assembly.GetManifestResourceStream(name)
            ?? throw new InvalidOperationException($"{name} is not embedded.");
        using var reader = new StreamReader(stream, Encoding.UTF8);
        var text = reader.ReadToEnd().ReplaceLineEndings("\n");
        return new EmbeddedFile(text, $"'sha256-{Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(text)))}'");
    }
}
