namespace TimerProbe.Cli.Output;

/// <summary>A page of text in the making, drawn as its destination allows, without spaces at the ends of lines.</summary>
internal sealed class Page
{
    private readonly TextWriter _output;
    private readonly IAnsiConsole _console;

    public Page(TextStyle style, TextWriter output)
    {
        Style = style;
        _output = output;
        _console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            // Without ANSI the library would colour the process's console itself, around text that is not written there.
            Ansi = AnsiSupport.Yes,
            ColorSystem = style.Colour ? ColorSystemSupport.Standard : ColorSystemSupport.NoColors,
            Interactive = InteractionSupport.No,
            Enrichment = new ProfileEnrichment { UseDefaultEnrichers = false },
            EnvironmentVariables = [],
            Out = new AnsiConsoleOutput(output),
        });

        // What is wrapped is wrapped here, and a command broken over two lines cannot be copied.
        _console.Profile.Width = short.MaxValue;
        _console.Profile.Capabilities.Unicode = style.Unicode;
    }

    public TextStyle Style { get; }

    public int Lines { get; private set; }

    public static string Text(TextStyle style, Action<Page> write)
    {
        using var text = new StringWriter(CultureInfo.InvariantCulture);
        write(new Page(style, text));
        return text.ToString();
    }

    public void Space() => Line();

    /// <summary>Text in lines of the page's width, set in, the first with a text before it.</summary>
    public void Paragraph(string text, int indent = 0, Style? style = null, string hanging = "")
    {
        var beside = TextStyle.GetWidth(hanging);
        foreach (var (number, line) in Wrap(PlainText.Lines(text), Math.Max(1, Style.Width - indent - beside)).Index())
        {
            Line((new string(' ', indent), null), ((number == 0 ? hanging : new string(' ', beside)) + line, style));
        }
    }

    public void List(string title, IEnumerable<string> items)
    {
        foreach (var (index, item) in items.Index())
        {
            if (index == 0)
            {
                Space();
                Paragraph(title, style: Styles.Strong);
            }

            Paragraph(PlainText.OneLine(item), 2, hanging: "- ");
        }
    }

    public void Line(params (string Text, Style? Style)[] pieces)
    {
        var last = Array.FindLastIndex(pieces, piece => piece.Text.TrimEnd().Length > 0);
        foreach (var (place, (text, style)) in pieces.Take(last + 1).Index())
        {
            // Bold and faint are control codes too.
            var shown = PlainText.Lines(place == last ? text.TrimEnd() : text);
            _console.Write(new Text(shown, Style.Colour ? style : null));
        }

        Append("\n");
    }

    public void Verbatim(string text, int indent)
    {
        foreach (var line in text.Split('\n'))
        {
            Line((new string(' ', indent) + line, null));
        }
    }

    public void Append(string lines)
    {
        _output.Write(lines);
        Lines += lines.AsSpan().Count('\n');
    }

    private static IEnumerable<string> Wrap(string text, int width)
    {
        foreach (var paragraph in text.Split('\n'))
        {
            var line = new StringBuilder();
            foreach (var (place, word) in paragraph.Split(' ').Index())
            {
                if (place > 0 && TextStyle.GetWidth($"{line} {word}") <= width)
                {
                    line.Append(' ').Append(word);
                    continue;
                }

                if (line.Length > 0)
                {
                    yield return line.ToString();
                    line.Clear();
                }

                foreach (var rune in word.EnumerateRunes())
                {
                    if (line.Length > 0 && TextStyle.GetWidth($"{line}{rune}") > width)
                    {
                        yield return line.ToString();
                        line.Clear();
                    }

                    line.Append(rune);
                }
            }

            yield return line.ToString();
        }
    }
}
