using System.CommandLine.Help;
using System.CommandLine.Invocation;

namespace TimerProbe.Cli.Commands;

/// <summary>The help of a command: what it is for, examples first, then its options by what they are about.</summary>
internal sealed class HelpPage(Terminal terminal) : SynchronousCommandLineAction
{
    private const int WidestName = 30;

    private static readonly (string CommandLine, string Does)[] First =
    [
        ("timerprobe check", "in the slow machine: the answer in well under a second"),
        ("timerprobe scan vc1.example.org --user scan@vsphere.local --out report.html", "from vCenter: which VMs are affected, as a report"),
        ("timerprobe sql --server DB01", "what it costs SQL Server, measured against controls"),
    ];

    public static void Install(RootCommand root, Terminal terminal)
    {
        var page = new HelpPage(terminal);
        root.Options.OfType<HelpOption>().Single().Action = page;
        root.SetAction(page.Invoke);
    }

    public override bool ClearsParseErrors => true;

    public override int Invoke(ParseResult parseResult)
    {
        parseResult.InvocationConfiguration.Output.Write(Write(parseResult.CommandResult.Command));
        return (int)ExitCode.Done;
    }

    private string Write(Command command) => Page.Text(terminal.Style(noColor: false), page =>
    {
        page.Paragraph(command.Description ?? command.Name, style: Styles.Strong);
        WriteTable(page, "Examples", command is ExampleCommand { Examples: var examples } ? examples : command is RootCommand ? First : []);
        WriteTable(page, "Usage", [(Usage(command), "")]);
        WriteTable(page, "Arguments", [.. command.Arguments.Select(argument => (GetName(argument), argument.Description ?? ""))]);
        WriteGroups(page, command.Subcommands, Headings.Commands, item => item.Name);
        var inherited = Parents(command).SelectMany(parent => parent.Options.Where(option => option.Recursive));
        WriteGroups(page, command.Options.Concat(inherited).Where(option => !option.Hidden), Headings.Common, option => GetName(option));
    });

    private static void WriteGroups<T>(Page page, IEnumerable<T> symbols, string ofTheLibrary, Func<T, string> name)
        where T : Symbol
    {
        var groups = symbols.GroupBy(item => item is IHeading { Heading: var heading } ? heading : ofTheLibrary);
        foreach (var group in groups.OrderBy(group => Array.IndexOf(Headings.All, group.Key)))
        {
            WriteTable(page, group.Key, [.. group
                .Select(symbol => (name(symbol), symbol.Description + (symbol is Option { Required: true } ? " [required]" : "")))]);
        }
    }

    private static void WriteTable(Page page, string title, IReadOnlyList<(string Name, string For)> rows)
    {
        if (rows.Count == 0)
        {
            return;
        }

        page.Space();
        page.Paragraph(title, style: Styles.Strong);
        var widest = rows.Max(row => row.Name.Length);
        var isList = widest <= WidestName || rows.All(row => widest + row.For.Length + 4 <= page.Style.Width);
        foreach (var (name, what) in rows)
        {
            if (what.Length == 0)
            {
                page.Line(("  " + name, null));
            }
            else if (isList)
            {
                page.Paragraph(what, indent: 2, hanging: name.PadRight(widest) + "  ");
            }
            else
            {
                page.Line(("  " + name, null));
                page.Paragraph(what, indent: 6);
            }
        }
    }

    private static string Usage(Command command)
    {
        var subcommand = command.Subcommands.Count == 0 ? ""
            : command.Action is null || command is RootCommand ? "COMMAND"
            : "[COMMAND]";
        var arguments = command.Arguments.Select(argument =>
            argument.Arity.MinimumNumberOfValues == 0 ? $"[{GetName(argument)}]" : GetName(argument));
        string[] parts = [GetPath(command), subcommand, .. arguments, "[options]"];
        return string.Join(' ', parts.Where(part => part.Length > 0));
    }

    private static string GetPath(Command command) =>
        string.Join(' ', Parents(command).Reverse().Append(command).Select(item => item is RootCommand ? "timerprobe" : item.Name));

    private static IEnumerable<Command> Parents(Command command)
    {
        var parent = command.Parents.OfType<Command>().FirstOrDefault();
        while (parent is not null)
        {
            yield return parent;
            parent = parent.Parents.OfType<Command>().FirstOrDefault();
        }
    }

    private static string GetName(Argument argument) =>
        $"<{argument.HelpName ?? argument.Name}>{(argument.Arity.MaximumNumberOfValues > 1 ? "..." : "")}";

    private static string GetName(Option option)
    {
        var names = string.Join(
            ", ",
            option.Aliases.Where(alias => alias is not ("-?" or "/?" or "/h"))
                .Append(option.Name)
                .Distinct()
                .OrderBy(name => name.Length)
                .ThenBy(name => name, StringComparer.Ordinal));
        return option.HelpName is { } value ? $"{names} <{value}>" : names;
    }
}
