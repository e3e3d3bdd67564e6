using System.CommandLine;
using TimerProbe.Cli.Output;

namespace TimerProbe.Cli.Options;

/// <summary>--detail and --steps: how much text says.</summary>
internal sealed class DetailOption
{
    private static readonly string[] Names = ["summary", "full"];

    private readonly Option<string> _detail = new("--detail")
    {
        Description = "How much detail the text has: summary fits on one screen, full has every figure and command. [default: summary]",
        HelpName = string.Join('|', Names),
        DefaultValueFactory = _ => Names[0],
    };

    private readonly Option<bool> _steps = new(
        "--steps")
    { Description = "Show the commands and caveats of each remedy; the same as --detail full." };

    public DetailOption() => _detail.AcceptOnlyFromAmong(Names);

    public void AddTo(Command command)
    {
        command.Options.Add(_detail);
        command.Options.Add(_steps);
    }

    public Detail Read(ParseResult parsed) =>
        parsed.GetValue<bool>(VerboseOption.Name) ? Detail.Verbose
        : parsed.GetValue(_steps) || parsed.GetValue(_detail) == Names[1] ? Detail.Full
        : Detail.Summary;
}
