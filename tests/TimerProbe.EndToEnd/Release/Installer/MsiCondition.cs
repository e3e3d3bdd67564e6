namespace TimerProbe.EndToEnd.Release.Installer;

/// <summary>
/// Conditions of Windows Installer, as far as this installer has them: Wine evaluates them too, but knows neither a nested uninstall of an upgrade nor what Windows puts
/// into its properties.
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
        return Takes("=") ? left == Value()
            : Takes(">=") ? IsAtLeast(left, int.Parse(Value(), CultureInfo.InvariantCulture))
            : left is not ("" or "0");
    }

    private string Value()
    {
        var token = _rest.Dequeue();
        return char.IsDigit(token[0]) ? token : valueOf(token);
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

    /// <summary>A text is never compared with a number.</summary>
    private static bool IsAtLeast(string left, int right) => int.TryParse(left, CultureInfo.InvariantCulture, out var number) && number >= right;

    [GeneratedRegex(@">=|=|[()]|[&!]?[A-Za-z_][\w.]*|\d+", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Token();
}
