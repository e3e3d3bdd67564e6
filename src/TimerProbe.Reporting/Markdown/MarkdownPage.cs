namespace TimerProbe.Reporting.Markdown;

/// <summary>A page of finished Markdown in the making: its blocks with empty lines between them.</summary>
internal sealed class MarkdownPage(TextWriter output)
{
    private bool _hasBlocks;
    private bool _inList;

    public void Heading(int level, string text) => Add(new string('#', level) + " " + text);

    /// <summary>A paragraph; none for an empty text.</summary>
    public void Paragraph(string text)
    {
        if (text.Length > 0)
        {
            Add(text);
        }
    }

    /// <summary>An item of a list, which the items before and after it belong to.</summary>
    public void Item(string text)
    {
        if (_inList)
        {
            WriteLine("- " + text);
        }
        else
        {
            Add("- " + text);
            _inList = true;
        }
    }

    /// <summary>Says how many more there are; nothing when there are none.</summary>
    public void More(int more, string format) =>
        Paragraph(more > 0 ? $"And {Counted.Number(more)} more: `--output {format}` has them all." : "");

    /// <summary>A heading and a list below it; nothing without items.</summary>
    public void List(string title, IEnumerable<string> items)
    {
        foreach (var (index, item) in items.Index())
        {
            if (index == 0)
            {
                Heading(2, title);
            }

            Item(item);
        }
    }

    public void Add(params IEnumerable<string> lines)
    {
        output.Write(_hasBlocks ? "\n" : "");
        foreach (var line in lines)
        {
            WriteLine(line);
        }

        _hasBlocks = true;
        _inList = false;
    }

    private void WriteLine(string line)
    {
        output.Write(line);
        output.Write('\n');
    }
}
