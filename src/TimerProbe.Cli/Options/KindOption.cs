using System.CommandLine;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Cli.Options;

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
