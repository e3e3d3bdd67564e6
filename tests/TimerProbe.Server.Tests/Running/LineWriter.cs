namespace TimerProbe.Server.Tests.Running;

/// <summary>Hands on what is written to it, a line at a time.</summary>
internal sealed class LineWriter(Action<string> take) : TextWriter
{
    private readonly StringBuilder _line = new();

    public override Encoding Encoding => Encoding.UTF8;

    public override void Write(char value)
    {
        if (value == '\n')
        {
            take(_line.ToString());
            _line.Clear();
        }
        else
        {
            _line.Append(value);
        }
    }
}
