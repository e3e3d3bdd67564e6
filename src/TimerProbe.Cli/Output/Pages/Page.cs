using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Text;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace TimerProbe.Cli.Output;

/// <summary>
/// A page of text in the making, drawn as its destination allows, without the spaces that pad a paragraph's lines.
/// </summary>
[SuppressMessage("Design", "CA1001:Types that own disposable fields should be disposable", Justification = "It holds nothing; where it writes to belongs to the caller")]
internal sealed class Page
{
    private readonly UnpaddedWriter _output;
    private readonly IAnsiConsole _console;

    public Page(TextStyle style, TextWriter output)
    {
        Style = style;
        _output = new UnpaddedWriter(output) { NewLine = "\n" };
        _console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            // Without ANSI the library would colour the process's console itself, around text that is not written there.
            Ansi = AnsiSupport.Yes,
            ColorSystem = style.Colour ? ColorSystemSupport.Standard : ColorSystemSupport.NoColors,
            Interactive = InteractionSupport.No,
            Enrichment = new ProfileEnrichment { UseDefaultEnrichers = false },
            EnvironmentVariables = [],
            Out = new AnsiConsoleOutput(_output),
        });
        _console.Profile.Width = style.Width;
        _console.Profile.Capabilities.Unicode = style.Unicode;
    }

    public TextStyle Style { get; }

    public int Lines => _output.Lines;

    public static string Text(TextStyle style, Action<Page> write)
    {
        using var text = new StringWriter(CultureInfo.InvariantCulture);
        write(new Page(style, text));
        return text.ToString();
    }

    public void Space() => _console.WriteLine();

    public void Paragraph(string text, int indent = 0, Style? style = null, string hanging = "")
    {
        var shown = Shown(style);
        _console.Write(new IndentedText(new Paragraph(PlainText.Lines(text), shown), indent, hanging, shown));
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
        foreach (var (text, style) in pieces)
        {
            _console.Write(new UnwrappedText(PlainText.Lines(text), Shown(style)));
        }

        _console.Write(new UnwrappedText("\n", style: null));
    }

    public void Verbatim(string text, int indent)
    {
        foreach (var line in text.Split('\n'))
        {
            Line((new string(' ', indent) + line, null));
        }
    }

    public void Append(string lines) => _output.Write(lines);

    // Bold and faint are control codes too.
    private Style? Shown(Style? style) => Style.Colour ? style : null;
}

/// <summary>Text that is never wrapped: a command broken over two lines cannot be copied.</summary>
internal sealed class UnwrappedText(string text, Style? style) : Renderable
{
    protected override IEnumerable<Segment> Render(RenderOptions options, int maxWidth) =>
        text == "\n" ? [Segment.LineBreak] : [new Segment(text, style ?? Style.Plain)];
}

/// <summary>Passes text on without the spaces that pad its lines, and counts the lines.</summary>
internal sealed class UnpaddedWriter(TextWriter output) : TextWriter
{
    private readonly StringBuilder _padding = new();

    public int Lines { get; private set; }

    public override Encoding Encoding => output.Encoding;

    public override void Write(char value)
    {
        switch (value)
        {
            case ' ' or '\r':
                _padding.Append(value);
                return;
            case '\n':
                Lines++;
                break;
            default:
                output.Write(_padding);
                break;
        }

        _padding.Clear();
        output.Write(value);
    }
}

/// <summary>
/// A paragraph whose lines are set in, the first with a text before it. A grid of the library does the same, and takes a tenth
/// of a whole check for it.
/// </summary>
internal sealed class IndentedText(IRenderable content, int indent, string hanging, Style? style) : Renderable
{
    protected override IEnumerable<Segment> Render(RenderOptions options, int maxWidth)
    {
        var beside = LineWidth.Of(hanging);
        var isFirst = true;
        foreach (var line in Segment.SplitLines(content.Render(options, Math.Max(1, maxWidth - indent - beside))))
        {
            if (indent > 0)
            {
                yield return Segment.Padding(indent);
            }

            if (beside > 0)
            {
                yield return isFirst ? new Segment(hanging, style ?? Style.Plain) : Segment.Padding(beside);
            }

            foreach (var segment in line)
            {
                yield return segment;
            }

            yield return Segment.LineBreak;
            isFirst = false;
        }
    }
}
