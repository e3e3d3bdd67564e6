namespace TimerProbe.EndToEnd.Release.Installer;

/// <summary>
/// Conditions of Windows Installer, as its reference has them ("Conditional Statement Syntax"): Wine evaluates them too, but knows neither a nested uninstall of an upgrade nor
/// what Windows puts into its properties.
/// </summary>
/// <param name="valueOf">The value of a property, or by <c>&amp;Feature</c> and <c>!Feature</c> of a feature's action and state; empty for none.</param>
internal sealed partial class MsiCondition(Func<string, string> valueOf)
{
    private readonly Queue<string> _rest = new();

    /// <summary>Whether a condition holds; an empty one does.</summary>
    public bool Holds(string condition)
    {
        if (condition.Length == 0)
        {
            return true;
        }

        _rest.Clear();
        var end = 0;
        foreach (Match token in Token().Matches(condition))
        {
            Assert.True(condition[end..token.Index].Trim().Length == 0, $"not a condition: {condition}");
            _rest.Enqueue(token.Value);
            end = token.Index + token.Length;
        }

        Assert.True(condition[end..].Trim().Length == 0, $"not a condition: {condition}");
        var holds = Either();
        Assert.True(_rest.Count == 0, $"not a condition: {condition}");
        return holds;
    }

    private bool Either()
    {
        var holds = Both();
        while (Takes("OR"))
        {
            holds |= Both();
        }

        return holds;
    }

    private bool Both()
    {
        var holds = Not();
        while (Takes("AND"))
        {
            holds &= Not();
        }

        return holds;
    }

    private bool Not()
    {
        if (Takes("NOT"))
        {
            return !Not();
        }

        if (Takes("("))
        {
            var holds = Either();
            Assert.True(Takes(")"), "a parenthesis is missing");
            return holds;
        }

        var left = Value();
        if (!_rest.TryPeek(out var comparison) || !Comparison().IsMatch(comparison))
        {
            return left is not ("" or "0");
        }

        _rest.Dequeue();
        return Compare(left, comparison, Value());
    }

    private string Value()
    {
        var token = _rest.Dequeue();
        return token[0] == '"' ? token[1..^1] : char.IsDigit(token[0]) || token[0] == '-' ? token : valueOf(token);
    }

    private bool Takes(string token)
    {
        var isNext = _rest.TryPeek(out var next) && next.Equals(token, StringComparison.OrdinalIgnoreCase);
        if (isNext)
        {
            _rest.Dequeue();
        }

        return isNext;
    }

    /// <summary>Numbers are compared where both are; a text and a number differ.</summary>
    private static bool Compare(string left, string comparison, string right)
    {
        var how = comparison[0] == '~' ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal;
        var sign = comparison.TrimStart('~');
        if (sign == "><")
        {
            return left.Contains(right, how);
        }

        var areNumbers = int.TryParse(left, CultureInfo.InvariantCulture, out var first) & int.TryParse(right, CultureInfo.InvariantCulture, out var second);
        return sign switch
        {
            "=" => areNumbers ? first == second : left.Equals(right, how),
            "<>" => areNumbers ? first != second : !left.Equals(right, how),
            ">=" => areNumbers && first >= second,
            "<=" => areNumbers && first <= second,
            ">" => areNumbers && first > second,
            "<" => areNumbers && first < second,
            _ => throw new NotSupportedException(comparison),
        };
    }

    [GeneratedRegex(@"""[^""]*""|~?(><|<>|<=|>=|=|<|>)|[()]|[&!]?[A-Za-z_][\w.]*|-?\d+", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Token();

    [GeneratedRegex("^~?[<>=]+$", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Comparison();
}
