using System.Text;

namespace TimerProbe.VSphere.Soap;

/// <summary>A text that nearly always comes in one piece.</summary>
internal struct SplitText(int limit)
{
    private string? _first;
    private StringBuilder? _all;

    public void Add(string piece)
    {
        if (_first is null)
        {
            _first = piece;
            return;
        }

        _all = (_all ?? new StringBuilder(_first)).Append(piece);
        if (_all.Length > limit)
        {
            throw new AnswerLimitException($"a piece of more than {limit:N0} bytes");
        }
    }

    public override readonly string ToString() => _all?.ToString() ?? _first ?? "";
}
