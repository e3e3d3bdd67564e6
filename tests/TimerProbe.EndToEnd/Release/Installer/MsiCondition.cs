using System.Xml.XPath;

namespace TimerProbe.EndToEnd.Release.Installer;

/// <summary>
/// Conditions of Windows Installer, as far as this installer has them, told by XPath: Wine evaluates them too, but knows neither a nested uninstall of an upgrade nor what
/// Windows puts into its properties.
/// </summary>
/// <param name="valueOf">The value of a property, or by <c>&amp;Feature</c> and <c>!Feature</c> of a feature's action and state; empty for none.</param>
internal sealed partial class MsiCondition(Func<string, string> valueOf)
{
    /// <summary>Whether a condition holds; an empty one does.</summary>
    public bool Holds(string condition)
    {
        var expression = Term().Replace(condition, term => term.Value switch
        {
            "AND" => "and",
            "OR" => "or",
            _ => Holds(term) ? "true()" : "false()",
        });
        Assert.Matches(@"^((true|false)\(\)|and|or|[() ])*$", expression);
        return condition.Length == 0 || (bool)new XElement("none").XPathEvaluate(expression);
    }

    private bool Holds(Match term)
    {
        var (value, number) = (valueOf(term.Groups["name"].Value), term.Groups["number"].Value);
        var holds = term.Groups["compared"].Value switch
        {
            "=" => value == number,
            // A text is never compared with a number.
            ">=" => int.TryParse(value, CultureInfo.InvariantCulture, out var figure) && figure >= int.Parse(number, CultureInfo.InvariantCulture),
            _ => value is not ("" or "0"),
        };
        return holds != term.Groups["not"].Success;
    }

    [GeneratedRegex(@"\b(AND|OR)\b|(?<not>NOT )?(?<name>[&!]?[A-Za-z_][\w.]*)( ?(?<compared>>=|=) ?(?<number>\d+))?", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Term();
}
