using System.Text;

namespace TimerProbe.Cli.Output.Pages;

/// <summary>Passes text on without the spaces that pad its lines, and counts the lines.</summary>
internal sealed class UnpaddedWriter(TextWriter output) : TextWriter
{
    private readonly StringBuilder _padding = new();

    /// <summary>How many lines have ended.</summary>
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
