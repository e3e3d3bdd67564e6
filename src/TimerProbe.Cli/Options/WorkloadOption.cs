using System.CommandLine;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;

namespace TimerProbe.Cli.Options;

/// <summary>--workload: some workloads by the names they have in documents.</summary>
internal static class WorkloadOption
{
    private const string All = "all";

    private static readonly SqlWorkload[] Workloads = Enum.GetValues<SqlWorkload>();
    private static readonly string[] Names = Array.ConvertAll(Workloads, workload => workload.ToDocumentName());

    /// <summary>Null stands for all.</summary>
    public static Option<SqlWorkload[]?> Create()
    {
        var option = new Option<SqlWorkload[]?>("--workload")
        {
            Description = $"Run only these: {string.Join(", ", Names)}. [default: all]",
            HelpName = "NAME",
            Arity = ArgumentArity.OneOrMore,
            AllowMultipleArgumentsPerToken = true,
            CustomParser = result =>
            {
                var names = result.Tokens.Select(token => token.Value).ToList();
                if (names.Find(name => name != All && IndexOf(name) < 0) is { } unknown)
                {
                    result.AddError($"--workload takes all, {string.Join(", ", Names)}, not '{unknown}'");
                    return null;
                }

                return names.Contains(All, StringComparer.Ordinal) ? null : [.. names.Select(name => Workloads[IndexOf(name)]).Distinct()];
            },
        };
        option.CompletionSources.Add([All, .. Names]);
        return option;
    }

    private static int IndexOf(string name) => Array.FindIndex(Names, known => known.Equals(name, StringComparison.OrdinalIgnoreCase));
}
