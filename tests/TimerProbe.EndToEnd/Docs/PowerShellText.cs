using System.Text;
using System.Text.RegularExpressions;

namespace TimerProbe.EndToEnd.Docs;

/// <summary>
/// As much of PowerShell's grammar as finds a slip without PowerShell: comments, the three kinds of quotes, brackets, and the
/// variable in a text whose name swallows the colon behind it.
/// </summary>
internal sealed partial class PowerShellText
{
    private readonly string _text;
    private readonly StringBuilder _code;
    private readonly List<string> _slips = [];

    private PowerShellText(string text)
    {
        _text = text;
        _code = new StringBuilder(text);
    }

    /// <summary>The text with blanks for comments and with <c>S</c> for what is quoted.</summary>
    public string Code => _code.ToString();

    /// <summary>What is wrong, with its line.</summary>
    public IReadOnlyList<string> Slips => _slips;

    public static PowerShellText Read(string text)
    {
        var read = new PowerShellText(text.ReplaceLineEndings("\n"));
        read.Block(0, close: null);
        return read;
    }

    // Reads up to the bracket that closes, or to the end; gives the place behind it.
    private int Block(int index, char? close)
    {
        var start = index - 1;
        while (index < _text.Length)
        {
            var c = _text[index];
            if (c == close)
            {
                return index + 1;
            }

            index = c switch
            {
                '(' => Block(index + 1, ')'),
                '[' => Block(index + 1, ']'),
                '{' => Block(index + 1, '}'),
                ')' or ']' or '}' => Slip(index, $"'{c}' closes nothing"),
                '`' => index + 2,
                '<' when At(index, "<#") => Blank(index, End(index + 2, "#>"), ' '),
                '#' when index == 0 || !char.IsLetterOrDigit(_text[index - 1]) => Blank(index, LineEnd(index), ' '),
                '@' when At(index, "@'\n") || At(index, "@\"\n") => Slip(index, "here-strings are not read"),
                '\'' => Blank(index, SingleQuoted(index), 'S'),
                '"' => Blank(index, DoubleQuoted(index), 'S'),
                _ => index + 1,
            };
        }

        return close is null ? index : Slip(start, $"'{_text[start]}' is never closed");
    }

    private int SingleQuoted(int start)
    {
        for (var index = start + 1; index < _text.Length; index++)
        {
            if (_text[index] != '\'')
            {
                continue;
            }

            if (!At(index, "''"))
            {
                return index + 1;
            }

            index++;
        }

        return Slip(start, "the quote is never closed");
    }

    private int DoubleQuoted(int start)
    {
        var index = start + 1;
        while (index < _text.Length)
        {
            if (SwallowsColon().Match(_text, index) is { Success: true } name)
            {
                Slip(index, $"{name.Value} is read as a drive; write ${{...}}:");
            }

            if (_text[index] == '"' && !At(index, "\"\""))
            {
                return index + 1;
            }

            index = At(index, "\"\"") || _text[index] == '`' ? index + 2 : At(index, "$(") ? Block(index + 2, ')') : index + 1;
        }

        return Slip(start, "the quote is never closed");
    }

    private bool At(int index, string part) => string.CompareOrdinal(_text, index, part, 0, part.Length) == 0;

    private int LineEnd(int index) => _text.IndexOf('\n', index) is var end && end < 0 ? _text.Length : end;

    private int End(int index, string part) => _text.IndexOf(part, index, StringComparison.Ordinal) is var end && end < 0
        ? Slip(index, $"{part} is missing")
        : end + part.Length;

    private int Blank(int start, int end, char with)
    {
        for (var index = start; index < Math.Min(end, _text.Length); index++)
        {
            _code[index] = _text[index] == '\n' ? '\n' : with;
        }

        return end;
    }

    private int Slip(int index, string what)
    {
        _slips.Add($"line {_text.AsSpan(0, Math.Min(index, _text.Length)).Count('\n') + 1}: {what}");
        return _text.Length;
    }

    [GeneratedRegex(@"\G\$(?!(env|script|global|using):)\w+:(?!:)", RegexOptions.ExplicitCapture | RegexOptions.IgnoreCase, matchTimeoutMilliseconds: 1000)]
    private static partial Regex SwallowsColon();
}
