using System.CommandLine;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;

namespace TimerProbe.Cli.Options;

/// <summary>--workload: some workloads by the names they have in documents.</summary>
internal static class WorkloadOption
{
    private const string All = "all";

    private static readonly Dictionary<string, SqlWorkload> ByName =
        Enum.GetValues<SqlWorkload>().ToDictionary(workload => workload.ToDocumentName(), StringComparer.OrdinalIgnoreCase);

    /// <summary>Null stands for all.</summary>
    public static Option<SqlWorkload[]?> Create()
    {
        var option = new Option<SqlWorkload[]?>("--workload")
        {
            Description = $"Run only these: {string.Join(", ", ByName.Keys)}. [default: all]",
            HelpName = "NAME",
            Arity = ArgumentArity.OneOrMore,
            AllowMultipleArgumentsPerToken = true,
            CustomParser = result =>
            {
                var names = result.Tokens.Select(token => token.Value).ToList();
                if (names.Find(name => name != All && !ByName.ContainsKey(name)) is { } unknown)
                {
                    result.AddError($"--workload takes all, {string.Join(", ", ByName.Keys)}, not '{unknown}'");
                    return null;
                }

                return names.Contains(All, StringComparer.Ordinal) ? null : [.. names.Select(name => ByName[name]).Distinct()];
            },
        };
        option.CompletionSources.Add([All, .. ByName.Keys]);
        return option;
    }
}
