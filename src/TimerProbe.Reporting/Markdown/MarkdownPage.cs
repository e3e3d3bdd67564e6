namespace TimerProbe.Reporting.Markdown;

internal sealed class MarkdownPage(TextWriter output)
{
    private bool _hasBlocks;
    private bool _inList;

    public void Heading(int level, string text) => Add(new string('#', level) + " " + text);

    public void Paragraph(string text)
    {
        if (text.Length > 0)
        {
            Add(text);
        }
    }

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

    public void More(int more, string format) =>
        Paragraph(more > 0 ? $"And {Counted.Number(more)} more: `--output {format}` has them all." : "");

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
