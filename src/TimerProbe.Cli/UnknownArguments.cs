using TimerProbe.Cli.Secrets;

namespace TimerProbe.Cli;

/// <summary>Arguments that no command takes, as they may be told.</summary>
internal static class UnknownArguments
{
    /// <summary>
    /// A sentence for each unknown option, without its value, else one for each unknown word: of <c>--password x</c>, which this program does
    /// not have, the <c>x</c> is not repeated.
    /// </summary>
    public static IEnumerable<string> Of(IReadOnlyList<string> unknown)
    {
        var options = unknown.Where(argument => argument.StartsWith('-')).Select(option => option.Split('=', ':')[0]).ToList();
        return (options.Count > 0 ? options : unknown.Select(Repeatable.Of)).Select(argument => $"Unrecognized command or argument '{argument}'");
    }
}
