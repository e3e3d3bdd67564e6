using System.ComponentModel.DataAnnotations;
using TimerProbe.Application.Configuration.Members;

namespace TimerProbe.Application.Configuration;

/// <summary>A form in which a scan leaves the program.</summary>
public sealed record ConfiguredOutput
{
    /// <summary>The form.</summary>
    [AllowedValues("text", "json", "csv", "html", "markdown", "openmetrics")]
    public required string Format { get; init; }

    /// <summary>The file to write, whole or not at all; standard output when nothing is said.</summary>
    [FilePath]
    public string? File { get; init; }

    /// <summary>Of openmetrics: write series for each machine away from home too.</summary>
    public bool MetricsDetail { get; init; }

    /// <summary>Whether two paths name one file, as far as their texts tell.</summary>
    public static bool IsSameFile(string? one, string? other) =>
        string.Equals(
            Whole(one), Whole(other), OperatingSystem.IsWindows() ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal);

    private static string? Whole(string? path) => path is null ? null : Path.GetFullPath(path);
}
