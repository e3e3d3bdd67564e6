using System.CommandLine;
using System.Globalization;
using TimerProbe.Application;
using TimerProbe.Core.Units;
using TimerProbe.Fleet.Store;
using TimerProbe.Guest.References;

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

internal static class KindOption
{
    public static readonly string[] Runs = [RunKinds.Check, RunKinds.Sql, RunKinds.Scan];

    public static Option<string?> Create(string description, string[] kinds)
    {
        var option = new Option<string?>("--kind") { Description = $"{description}: {string.Join(", ", kinds)}.", HelpName = "KIND" };
        option.CompletionSources.Add(kinds);
        option.Validators.Add(result =>
        {
            if (result.GetValueOrDefault<string?>() is { } kind && !kinds.Contains(kind, StringComparer.Ordinal))
            {
                result.AddError($"--kind takes {string.Join(", ", kinds)}, not '{kind}'");
            }
        });
        return option;
    }
}

/// <summary>The option that names an NTP server. Without it no connection is opened for the time.</summary>
internal static class ReferenceOption
{
    public static Option<NtpAddress?> Create(string description) => new("--reference")
    {
        Description = description,
        HelpName = "HOST",
        CustomParser = result =>
        {
            var text = result.Tokens[0].Value;
            if (NtpAddress.Parse(text) is { } address)
            {
                return address;
            }

            result.AddError($"--reference takes an NTP server as HOST or HOST:PORT, not '{text}'");
            return null;
        },
    };
}

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
