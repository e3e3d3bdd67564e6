using TimerProbe.Cli.Commands.Report;
using TimerProbe.Cli.Options;

namespace TimerProbe.Cli.Configuration.Reading;

/// <summary>Reads in which forms documents leave the program, and where to.</summary>
internal static class OutputSection
{
    public static IReadOnlyList<OutputSettings> ReadAll(IReadOnlyList<SectionReader> sections)
    {
        var outputs = new List<OutputSettings>();
        foreach (var section in sections)
        {
            var output = Read(section);
            if (outputs.Exists(each => SameFile(each.File, output.File)))
            {
                section.Complain(section.Place, output.File is null ? "two outputs go to standard output: give all but one a file" : "two outputs go to one file");
            }

            outputs.Add(output);
        }

        return outputs;
    }

    private static OutputSettings Read(SectionReader section)
    {
        var format = section.Choice("format", DocumentForms.Scan.Formats);
        if (section.Member("format") is null)
        {
            section.Missing("format");
        }

        var file = section.FilePath("file");
        section.Finish();
        return new OutputSettings(format ?? DocumentForms.Scan.Formats[0], file, NoColor: false);
    }

    private static bool SameFile(string? one, string? other) =>
        string.Equals(one, other, OperatingSystem.IsWindows() ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal);
}
