using System.CommandLine;
using System.Globalization;

namespace TimerProbe.Cli.Options;

internal static class CountOption
{
    public static Option<int?> Create(string name, string description, int least, int most) => new(name)
    {
        Description = description,
        HelpName = "COUNT",
        CustomParser = result =>
        {
            if (int.TryParse(result.Tokens[0].Value, NumberStyles.None, CultureInfo.InvariantCulture, out var count)
                && count >= least
                && count <= most)
            {
                return count;
            }

            result.AddError($"{name} takes a number from {least} to {most}, not '{result.Tokens[0].Value}'");
            return null;
        },
    };
}
