using System.CommandLine;

namespace TimerProbe.Cli.Options;

/// <summary>An option that takes a duration.</summary>
internal static class DurationOption
{
    public static Option<TimeSpan?> Create(string name, string description) => new(name)
    {
        Description = description,
        HelpName = "DURATION",
        CustomParser = result =>
        {
            var text = result.Tokens[0].Value;
            if (DurationText.TryParse(text, out var duration))
            {
                return duration;
            }

            result.AddError($"{name} takes a duration such as 400ms, 30s or 2m, not '{text}'");
            return null;
        },
    };
}
