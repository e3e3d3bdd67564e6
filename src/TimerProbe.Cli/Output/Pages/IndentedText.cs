using Spectre.Console;
using Spectre.Console.Rendering;

namespace TimerProbe.Cli.Output.Pages;

/// <summary>A paragraph whose lines are set in, the first with a text before it. A grid of the library does the same, and takes a tenth of a whole check for it.</summary>
/// <param name="content">The paragraph.</param>
/// <param name="indent">How many columns stay empty before all of it.</param>
/// <param name="hanging">What stands before the first line.</param>
/// <param name="style">How that looks.</param>
internal sealed class IndentedText(IRenderable content, int indent, string hanging, Style? style) : Renderable
{
    protected override IEnumerable<Segment> Render(RenderOptions options, int maxWidth)
    {
        var beside = LineWidth.Of(hanging);
        var isFirst = true;
        foreach (var line in Segment.SplitLines(content.Render(options, Math.Max(1, maxWidth - indent - beside))))
        {
            if (indent > 0)
            {
                yield return Segment.Padding(indent);
            }

            if (beside > 0)
            {
                yield return isFirst ? new Segment(hanging, style ?? Style.Plain) : Segment.Padding(beside);
            }

            foreach (var segment in line)
            {
                yield return segment;
            }

            yield return Segment.LineBreak;
            isFirst = false;
        }
    }
}
