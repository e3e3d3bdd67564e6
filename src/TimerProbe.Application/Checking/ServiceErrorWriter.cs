namespace TimerProbe.Application.Checking;

/// <summary>
/// Standard error of a service, which has no console. While it runs each message is an event, a warning; what is said while it
/// starts and ends becomes one event at the end, an error when it failed: what is reported is whether it is one, and the text.
/// </summary>
internal sealed class ServiceErrorWriter(Func<bool> isRunning, Action<bool, string> report) : TextWriter(CultureInfo.InvariantCulture)
{
    private readonly Lock _turn = new();
    private readonly StringBuilder _line = new();
    private readonly StringBuilder _held = new();

    public override Encoding Encoding => Encoding.Unicode;

    public override void Write(char value)
    {
        lock (_turn)
        {
            _line.Append(value);
        }
    }

    public override void WriteLine(string? value)
    {
        lock (_turn)
        {
            var line = PlainText.Lines($"{_line}{value}".ReplaceLineEndings("\n"));
            _line.Clear();
            if (isRunning())
            {
                report(false, line);
            }
            else
            {
                _held.Append(line).Append('\n');
            }
        }
    }

    public void End(int exitCode)
    {
        if (_line.Length > 0)
        {
            WriteLine("");
        }

        if (exitCode != 0)
        {
            report(true, $"{_held}The service ended with exit code {exitCode}.");
        }
        else if (_held.Length > 0)
        {
            report(false, _held.ToString().TrimEnd('\n'));
        }
    }
}
