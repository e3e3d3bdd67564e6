using TimerProbe.Core.Problems;
using TimerProbe.VSphere.Soap;

namespace TimerProbe.VSphere.Inventory;

/// <summary>Names in a sentence, fit to be printed.</summary>
internal static class PrintableNames
{
    /// <summary>The first names and how many more there are.</summary>
    public static NamesShown Of(ArgumentKind kind, IEnumerable<string> names, int total) => new(kind, names.Select(Printable.Line), total);
}
