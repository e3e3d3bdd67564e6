using System.CommandLine;
using TimerProbe.Application;

namespace TimerProbe.Cli.Options;

internal static class DurationOption
{
    public static Option<TimeSpan?> Create(string name, string description, TimeSpan? shortest = null) => new(name)
    {
        Description = description,
        HelpName = "DURATION",
        CustomParser = result =>
        {
            var text = result.Tokens[0].Value;
            if (!DurationText.TryParse(text, out var duration))
            {
                result.AddError($"{name} takes a duration such as 400ms, 30s or 2m, at most 24h, not '{text}'");
                return null;
            }

            if (duration < shortest)
            {
                result.AddError($"{name} takes at least {shortest.Value.TotalSeconds:0}s, not '{text}': less says nothing");
                return null;
            }

            return duration;
        },
    };
}
