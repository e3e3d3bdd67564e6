using System.CommandLine;
using System.CommandLine.Parsing;
using TimerProbe.Application;
using TimerProbe.Application.Configuration;

namespace TimerProbe.Cli.Options;

/// <summary>Keeps a report from taking the place of what the program reads or keeps.</summary>
internal static class OutputPlace
{
    private static readonly string[] Read = ["--config", "--password-file", "--ca-file", "--store", "--from"];

    /// <summary>Makes sure that <c>--out</c> is none of the files that the same command line names to be read.</summary>
    /// <exception cref="UseCaseException">It is one.</exception>
    public static void AssertNotRead(ParseResult parsed, string? file)
    {
        if (string.IsNullOrEmpty(file))
        {
            return;
        }

        foreach (var option in parsed.CommandResult.Children.OfType<OptionResult>().Where(option => Read.Contains(option.Option.Name, StringComparer.Ordinal)))
        {
            if (option.Tokens is [{ Value: { Length: > 0 } other }] && ConfiguredOutput.IsSameFile(file, other))
            {
                throw new UseCaseException(Failure.Usage, $"--out would replace {file}, which {option.Option.Name} names: choose another file");
            }
        }
    }
}
