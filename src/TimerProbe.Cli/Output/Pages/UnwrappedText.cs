using Spectre.Console;
using Spectre.Console.Rendering;

namespace TimerProbe.Cli.Output.Pages;

/// <summary>Text that is never wrapped: a command broken over two lines cannot be copied.</summary>
internal sealed class UnwrappedText(string text, Style? style) : Renderable
{
    protected override IEnumerable<Segment> Render(RenderOptions options, int maxWidth) =>
        text == "\n" ? [Segment.LineBreak] : [new Segment(text, style ?? Style.Plain)];
}
