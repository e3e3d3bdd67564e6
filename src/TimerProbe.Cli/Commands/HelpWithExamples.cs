using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;

namespace TimerProbe.Cli.Commands;

/// <summary>The library's help with the command's examples below it.</summary>
internal sealed class HelpWithExamples(HelpAction inner) : SynchronousCommandLineAction
{
    /// <summary>Takes the place of the root command's help.</summary>
    public static void Install(RootCommand root)
    {
        var help = root.Options.OfType<HelpOption>().Single();
        help.Action = new HelpWithExamples((HelpAction)help.Action!);
    }

    /// <inheritdoc/>
    public override bool ClearsParseErrors => true;

    /// <inheritdoc/>
    public override int Invoke(ParseResult parseResult)
    {
        var exitCode = inner.Invoke(parseResult);
        if (parseResult.CommandResult.Command is ExampleCommand { Examples.Count: > 0 } command)
        {
            var output = parseResult.InvocationConfiguration.Output;
            output.WriteLine("Examples:");
            foreach (var (commandLine, does) in command.Examples)
            {
                output.WriteLine($"  {commandLine}");
                output.WriteLine($"      {does}");
            }

            output.WriteLine();
        }

        return exitCode;
    }
}
