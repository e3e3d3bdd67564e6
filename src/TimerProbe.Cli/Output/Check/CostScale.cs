using TimerProbe.Cli.Output.Pages;
using TimerProbe.Core.Units;

namespace TimerProbe.Cli.Output.Check;

/// <summary>Costs as bars on a logarithmic scale from 10 ns to 100 us, the same on every machine, so that two outputs can be held side by side.</summary>
internal static class CostScale
{
    private const int Decade = 7;
    private const int Decades = 4;
    private static readonly Duration Begin = new(10);

    /// <summary>The marks of the scale, to stand above the bars.</summary>
    public static string Marks { get; } = string.Concat(new[] { "10 ns", "100 ns", "1 us", "10 us" }.Select(mark => mark.PadRight(Decade))) + "100 us";

    /// <summary>The bar of a cost; none below 10 ns.</summary>
    public static string Bar(Duration cost, TextStyle style) =>
        string.Concat(Enumerable.Repeat(style.Block, (int)Math.Clamp(Math.Ceiling(Math.Log10(cost / Begin) * Decade), 0, Decade * Decades)));
}
