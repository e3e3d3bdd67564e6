using System.CommandLine.Parsing;
using TimerProbe.Application.Configuration;

namespace TimerProbe.Cli.Options;

/// <summary>Keeps a report from taking the place of what the program reads or keeps.</summary>
internal static class OutputPlace
{
    private static readonly string[] Read = ["--config", "--password-file", "--ca-file", "--store", "--from"];

    /// <summary>Says which option of the command line names the file to be read or kept; null when none does.</summary>
    public static string? Taken(SymbolResult command, string? file)
    {
        if (string.IsNullOrEmpty(file) || command is not CommandResult { Children: var children })
        {
            return null;
        }

        var taking = children.OfType<OptionResult>().FirstOrDefault(option => Read.Contains(option.Option.Name, StringComparer.Ordinal)
            && option.Tokens is [{ Value: { Length: > 0 } other }] && ConfiguredOutput.IsSameFile(file, other));
        return taking is null ? null : $"--out would replace {file}, which {taking.Option.Name} names: choose another file";
    }
}
