namespace TimerProbe.Server.Tests.Running;

/// <summary>Hands on what several threads write to it, a line at a time.</summary>
internal sealed class LineWriter(Action<string> take) : TextWriter
{
    private readonly Lock _turn = new();
    private readonly StringBuilder _line = new();

    public override Encoding Encoding => Encoding.UTF8;

    public override void Write(char value)
    {
        lock (_turn)
        {
            Add(value);
        }
    }

    public override void Write(string? value)
    {
        lock (_turn)
        {
            foreach (var item in value ?? "")
            {
                Add(item);
            }
        }
    }

    public override void WriteLine(string? value) => Write($"{value}\n");

    public override Task WriteLineAsync(string? value)
    {
        WriteLine(value);
        return Task.CompletedTask;
    }

    private void Add(char value)
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
