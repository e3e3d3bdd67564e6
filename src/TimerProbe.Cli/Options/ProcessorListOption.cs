using System.CommandLine;
using TimerProbe.Application.Checking;

namespace TimerProbe.Cli.Options;

/// <summary>--processors: a list such as 0,2-5 or, with Windows processor groups, 1:0-3.</summary>
internal static class ProcessorListOption
{
    public static Option<ProcessorList?> Create() => new("--processors")
    {
        Description = "Measure on these processors only, the verdict on the first: 0,2-5 or with a Windows group 1:0-3.",
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
