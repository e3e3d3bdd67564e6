using System.Globalization;

namespace TimerProbe.Core.Advice;

internal static class NameList
{
    /// <summary>The names, and how many more there are beyond the first few: <c>a, b and 7 more</c>.</summary>
    public static string Join(IReadOnlyCollection<string> names, int most = 20) => names.Count <= most
        ? string.Join(", ", names)
        : string.Create(CultureInfo.InvariantCulture, $"{string.Join(", ", names.Take(most))} and {names.Count - most} more");
}
