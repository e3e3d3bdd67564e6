using System.CommandLine;
using TimerProbe.Application.Checking;

namespace TimerProbe.Cli.Options;

/// <summary>--processors: a list such as 0,2-5 or, with Windows processor groups, 1:0-3.</summary>
internal static class ProcessorListOption
{
    public static Option<ProcessorList?> Create() => new("--processors")
    {
        Description = "Measure only on these processors, and take the verdict from the first: 0,2-5, or 1:0-3 with a Windows group.",
        HelpName = "LIST",
        CustomParser = result =>
        {
            if (ProcessorList.TryParse(result.Tokens[0].Value, out var list))
            {
                return list;
            }

            result.AddError($"--processors takes a list such as 0,2-5 or 1:0-3, not '{result.Tokens[0].Value}'");
            return null;
        },
    };
}
