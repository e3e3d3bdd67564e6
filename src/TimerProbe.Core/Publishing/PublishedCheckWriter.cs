using System.Buffers;
using System.Globalization;
using System.Text;
using System.Text.Json;
using TimerProbe.Core.Json;
using TimerProbe.Core.Units;

namespace TimerProbe.Core.Publishing;

/// <summary>Writes a result as the value of <see cref="PublishedCheck.Variable"/>.</summary>
public static class PublishedCheckWriter
{
    /// <summary>
    /// One line of JSON in ASCII, of at most <see cref="PublishedCheckReader.Longest"/> characters. A figure that cannot be is left out.
    /// </summary>
    public static string Write(PublishedCheck check)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var json = new Utf8JsonWriter(buffer))
        {
            json.WriteStartObject();
            json.WriteNumber("v", PublishedCheckLimits.Version);
            json.WriteString("t", check.MeasuredAt.UtcDateTime.ToString(PublishedCheckLimits.TimeFormat, CultureInfo.InvariantCulture));
            json.WriteString("id", check.Id);
            WriteText(json, "boot", PublishedCheckLimits.Word(check.Boot));
            json.WriteString("state", check.State.ToDocumentName());
            json.WriteString("cause", check.Cause.ToDocumentName());
            WriteText(json, "conf", check.Confidence?.ToDocumentName());
            json.WriteStartObject("ns");
            WriteCost(json, "precise", check.PreciseTime);
            WriteCost(json, "rdtsc", check.TimestampCounter);
            WriteCost(json, "exit", check.VmExit);
            json.WriteEndObject();
            if (check.VirtualTscHz is { IsOfClock: true } rate)
            {
                json.WriteNumber("tscHz", rate.Hertz);
            }

            json.WriteString("tool", PublishedCheckLimits.Word(check.ToolVersion) ?? "unknown");
            if (check.SqlServer)
            {
                json.WriteBoolean("sql", true);
            }

            json.WriteEndObject();
        }

        return Encoding.ASCII.GetString(buffer.WrittenSpan);
    }

    private static void WriteText(Utf8JsonWriter json, string name, string? text)
    {
        if (text is not null)
        {
            json.WriteString(name, text);
        }
    }

    private static void WriteCost(Utf8JsonWriter json, string name, Duration? cost)
    {
        if (cost is { } measured && PublishedCheckLimits.Cost(new Duration(Math.Round(measured.Nanoseconds, 1))) is { } reported)
        {
            json.WriteNumber(name, reported.Nanoseconds);
        }
    }
}
