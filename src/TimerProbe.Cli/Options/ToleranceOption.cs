using System.CommandLine;
using System.Globalization;
using TimerProbe.Core.Units;

namespace TimerProbe.Cli.Options;

internal static class ToleranceOption
{
    public static Option<PartsPerMillion?> Create() => new("--tolerance")
    {
        Description = "How much two frequencies may differ and still count as the same, in ppm. [default: 250]",
        HelpName = "PPM",
        CustomParser = result =>
        {
            var text = result.Tokens[0].Value;
            if (double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var ppm)
                && ppm is > 0 and <= 10_000)
            {
                return new PartsPerMillion(ppm);
            }

            result.AddError($"--tolerance takes a number above 0 and up to 10000 (1 %), not '{text}'");
            return null;
        },
    };
}
