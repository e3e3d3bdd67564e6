using System.Net;

namespace TimerProbe.Cli.Output;

/// <summary>Hosts without their domain where that leaves no doubt, so that more fits into a line.</summary>
internal static class ShortNames
{
    public static string Short(string name) => name.Split('.')[0];

    /// <summary>How to name each of these, and in whole what is not among them.</summary>
    public static Func<string, string> Of(IEnumerable<string> names)
    {
        var unique = names.Distinct()
            .Where(name => !IPAddress.TryParse(name, out _)
                && name.All(letter => char.IsLetterOrDigit(letter) || letter is '-' or '.' or '_'))
            .GroupBy(Short, StringComparer.OrdinalIgnoreCase)
            .Where(same => same.Key.Length > 0 && !same.Skip(1).Any())
            .Select(same => same.Single())
            .ToHashSet();
        return name => unique.Contains(name) ? Short(name) : name;
    }
}
