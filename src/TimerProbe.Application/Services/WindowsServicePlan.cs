using System.Text;

namespace TimerProbe.Application.Services;

/// <summary>A service of Windows that a program installs of itself.</summary>
public sealed record WindowsServicePlan
{
    /// <summary>Its name for people.</summary>
    public required string DisplayName { get; init; }

    /// <summary>What it does, as a sentence.</summary>
    public required string Description { get; init; }

    /// <summary>The whole path of the program.</summary>
    public required string Executable { get; init; }

    /// <summary>The arguments that make the program this service, whatever else it is told.</summary>
    public required IReadOnlyList<string> Fixed { get; init; }

    /// <summary>The other arguments; no secret is among them.</summary>
    public required IReadOnlyList<string> Arguments { get; init; }

    /// <summary>Whether it was asked for without options: one that is installed then keeps its own.</summary>
    public required bool KeepsInstalled { get; init; }

    /// <summary>The folder that is made for it, which nobody else may open but administrators and the system; null for none.</summary>
    public string? Folder { get; init; }

    /// <summary>A file elsewhere that it has to read; null for none.</summary>
    public string? Reads { get; init; }

    /// <summary>After how long it is started again when it fails; the last counts for all after it.</summary>
    public required IReadOnlyList<TimeSpan> Restarts { get; init; }

    internal string Command => WindowsCommandLine.Of(Executable, [.. Fixed, .. Arguments]);

    internal string Beginning => WindowsCommandLine.Of(Executable, Fixed);
}

/// <summary>A command line as programs of Windows take it apart (CommandLineToArgvW).</summary>
internal static class WindowsCommandLine
{
    /// <param name="executable">The program; quoted whatever it is, since Windows would try each part of a path with spaces.</param>
    /// <param name="arguments">Its arguments.</param>
    /// <exception cref="UseCaseException">Windows would expand a part of it.</exception>
    public static string Of(string executable, IEnumerable<string> arguments)
    {
        var line = string.Join(' ', arguments.Select(Quoted).Prepend($"\"{executable}\""));
        return !line.Contains('%', StringComparison.Ordinal) ? line
            : throw new UseCaseException(
                Failure.Usage, $"the command of a service cannot contain %, since Windows expands variables there: {line}");
    }

    private static string Quoted(string argument)
    {
        if (argument.Length > 0 && !argument.AsSpan().ContainsAny(" \t\""))
        {
            return argument;
        }

        var quoted = new StringBuilder("\"");
        var backslashes = 0;
        foreach (var character in argument)
        {
            // Backslashes count as such only in front of a quote.
            quoted.Append('\\', character == '"' ? backslashes + 1 : 0).Append(character);
            backslashes = character == '\\' ? backslashes + 1 : 0;
        }

        return quoted.Append('\\', backslashes).Append('"').ToString();
    }
}
