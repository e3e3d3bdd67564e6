using System.Text;

namespace TimerProbe.VSphere.Soap;

/// <summary>A text that nearly always comes in one piece. What goes beyond the limit is dropped.</summary>
internal struct SplitText(int limit)
{
    private string? _first;
    private StringBuilder? _all;

    public bool IsCut { get; private set; }

    public void Add(string piece)
    {
        var room = limit - (_all?.Length ?? _first?.Length ?? 0);
        if (piece.Length > room)
        {
            IsCut = true;
            piece = piece[..room];
        }

        if (_first is null)
        {
            _first = piece;
        }
        else if (piece.Length > 0)
        {
            _all = (_all ?? new StringBuilder(_first)).Append(piece);
        }
    }

    public override readonly string ToString() => _all?.ToString() ?? _first ?? "";
}
