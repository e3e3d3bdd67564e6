using System.Globalization;

namespace TimerProbe.Application.Configuration.Reading;

/// <summary>Something wrong with a configuration file. No value of the file that may be a secret is in it.</summary>
/// <param name="File">The file, as it was named.</param>
/// <param name="Place">Where in it.</param>
/// <param name="Message">What is wrong and what to do; a name of the file may stand in it.</param>
public sealed record ConfigurationProblem(string File, TextPlace Place, string Message)
{
    /// <summary><c>timerprobe.json:12:5: message</c>, which editors can jump to.</summary>
    public override string ToString() => $"{File}:{Place}: {Message}";
}

/// <summary>Where something stands in a text file.</summary>
/// <param name="Line">Its line, from 1.</param>
/// <param name="Column">Its column, from 1, as editors count characters.</param>
public readonly record struct TextPlace(int Line, int Column)
{
    /// <summary><c>12:5</c>.</summary>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Line}:{Column}");
}
