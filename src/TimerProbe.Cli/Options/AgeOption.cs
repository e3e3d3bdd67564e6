using System.CommandLine;
using TimerProbe.Application;

namespace TimerProbe.Cli.Options;

internal static class AgeOption
{
    public static Option<TimeSpan?> Create(string name, string description) => new(name)
    {
        Description = description,
        HelpName = "AGE",
        CustomParser = result =>
        {
            if (AgeText.TryParse(result.Tokens[0].Value, out var age))
            {
                return age;
            }

            result.AddError($"{name} takes an age such as 12h, 7d or 4w, at most ten years, not '{result.Tokens[0].Value}'");
            return null;
        },
    };
}
