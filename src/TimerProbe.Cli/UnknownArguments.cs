using System.Buffers;
using System.CommandLine;
using TimerProbe.Core.Names;

namespace TimerProbe.Cli;

internal static class UnknownArguments
{
    private const int MostNamed = 3;

    /// <summary>
    /// A sentence for each unknown option, without its value, else one for each unknown word: of <c>--password x</c>, which this program
    /// does not have, the <c>x</c> is not repeated.
    /// </summary>
    public static IEnumerable<string> Of(Command command, IReadOnlyList<string> unknown)
    {
        var options = unknown.Where(argument => argument.StartsWith('-')).Select(option => option.Split('=', ':')[0]).ToList();
        var name = command is RootCommand ? "timerprobe" : command.Name;
        if (options.Count > 0)
        {
            return options.Select(option => $"{name} has no option '{option}'{Meant(Near(option, OptionsOf(command)))}");
        }

        var kind = command.Subcommands.Count > 0 ? "command" : "argument";
        var known = command.Subcommands.Select(each => each.Name);
        return unknown.Select(word => $"{name} has no {kind} '{Repeatable.Of(word)}'{Meant(NearestName.Among(word, known))}");
    }

    /// <summary>For a single letter the options that begin with it, else those that are spelt much like it.</summary>
    private static IEnumerable<string> Near(string option, IEnumerable<string> known) =>
        option is ['-', not '-']
            ? known.Where(name => name.StartsWith($"-{option}", StringComparison.OrdinalIgnoreCase)).Order(StringComparer.Ordinal)
            : NearestName.Among(option, known);

    private static IEnumerable<string> OptionsOf(Command command) =>
        command.Options
            .Concat(command.Parents.OfType<Command>().SelectMany(parent => parent.Options.Where(each => each.Recursive)))
            .Where(option => !option.Hidden)
            .Select(option => option.Name);

    private static string Meant(IEnumerable<string> names) =>
        names.Take(MostNamed).ToList() is { Count: > 0 } near ? $"; did you mean {string.Join(" or ", near)}?" : "";
}

/// <summary>
/// What a person typed in place of an address, as much of it as may be shown again: many write a user and a password before an @.
/// </summary>
internal static class Repeatable
{
    private static readonly SearchValues<char> Letters = SearchValues.Create("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

    /// <summary>The text with three dots for whatever precedes its last @, but for a scheme in front.</summary>
    public static string Of(string text)
    {
        if (text.LastIndexOf('@') is var at && at < 0)
        {
            return text;
        }

        // Of letters alone: "me:secret://x@host" begins with no scheme.
        var scheme = text.IndexOf("://", StringComparison.Ordinal) is > 0 and var colon
            && colon < at
            && text.AsSpan(0, colon).IndexOfAnyExcept(Letters) < 0
            ? text[..(colon + 3)]
            : "";
        return $"{scheme}...{text[at..]}";
    }
}
