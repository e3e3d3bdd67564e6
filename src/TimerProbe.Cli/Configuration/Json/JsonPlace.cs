using System.Globalization;

namespace TimerProbe.Cli.Configuration.Json;

/// <summary>Where something stands in a text file.</summary>
/// <param name="Line">Its line, from 1.</param>
/// <param name="Column">Its column, from 1, as editors count characters.</param>
internal readonly record struct JsonPlace(int Line, int Column)
{
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Line}:{Column}");
}
