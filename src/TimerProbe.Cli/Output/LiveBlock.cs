using System.Globalization;
using System.Text;

namespace TimerProbe.Cli.Output;

/// <summary>
/// Lines at the end of what a terminal shows that are drawn again and again; messages meanwhile scroll by above them.
/// </summary>
/// <param name="data">The terminal; its codes are those of ECMA-48.</param>
internal sealed class LiveBlock(Stream data)
{
    private readonly Lock _lock = new();
    private string _shown = "";
    private bool _isLeft;

    /// <param name="lines">Its lines, each with the newline that ends it and none wider than the terminal; empty for none.</param>
    public void Show(string lines)
    {
        lock (_lock)
        {
            if (_isLeft)
            {
                return;
            }

            Write(Erasure + lines);
            _shown = lines;
        }
    }

    public void Above(Action write)
    {
        lock (_lock)
        {
            Write(Erasure);
            write();
            Write(_shown);
        }
    }

    /// <summary>Leaves it as it is, for good: what is written from now on comes below it.</summary>
    public void Leave()
    {
        lock (_lock)
        {
            (_shown, _isLeft) = ("", true);
        }
    }

    /// <summary>To the start of its first line, and all below it cleared.</summary>
    private string Erasure =>
        _shown.Count('\n') is > 0 and var lines ? string.Create(CultureInfo.InvariantCulture, $"\u001b[{lines}A\r\u001b[J") : "";

    private void Write(string text)
    {
        data.Write(Encoding.UTF8.GetBytes(text));
        data.Flush();
    }
}
