using System.Globalization;
using System.Text;
using TimerProbe.Core.Names;
using TimerProbe.Guest.Services;

namespace TimerProbe.Application.Services;

/// <summary>
/// Standard error of a service, which has no console. While it runs each complaint is an event, a warning; what is said while it
/// starts and ends becomes one event at the end, an error when it failed.
/// </summary>
/// <param name="isRunning">Whether it runs.</param>
/// <param name="report">Writes an event.</param>
internal sealed class ServiceErrorWriter(Func<bool> isRunning, Action<WindowsEvent> report) : TextWriter(CultureInfo.InvariantCulture)
{
    private readonly Lock _turn = new();
    private readonly StringBuilder _line = new();
    private readonly StringBuilder _held = new();

    /// <inheritdoc/>
    public override Encoding Encoding => Encoding.Unicode;

    /// <inheritdoc/>
    public override void Write(char value)
    {
        lock (_turn)
        {
            _line.Append(value);
        }
    }

    /// <inheritdoc/>
    public override void WriteLine(string? value)
    {
        lock (_turn)
        {
            var line = PlainText.Lines($"{_line}{value}".ReplaceLineEndings("\n"));
            _line.Clear();
            if (isRunning())
            {
                report(Complaint(line));
            }
            else
            {
                _held.Append(line).Append('\n');
            }
        }
    }

    /// <summary>Says the rest.</summary>
    /// <param name="exitCode">How the program ends.</param>
    public void End(int exitCode)
    {
        if (_line.Length > 0)
        {
            WriteLine("");
        }

        if (exitCode != 0)
        {
            var why = string.Create(CultureInfo.InvariantCulture, $"{_held}The service ended with exit code {exitCode}.");
            report(new WindowsEvent(WindowsEventKind.Error, WindowsEvent.Failed, why));
        }
        else if (_held.Length > 0)
        {
            report(Complaint(_held.ToString().TrimEnd('\n')));
        }
    }

    private static WindowsEvent Complaint(string text) => new(WindowsEventKind.Warning, WindowsEvent.Complaint, text);
}
