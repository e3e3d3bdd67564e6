using System.Text;

namespace TimerProbe.Application.Services;

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
            : throw new UseCaseException(Failure.Usage, $"the command of a service cannot contain %, since Windows expands variables there: {line}");
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
