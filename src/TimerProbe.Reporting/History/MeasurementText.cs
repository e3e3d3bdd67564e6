using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;

namespace TimerProbe.Reporting.History;

/// <summary>Measurements as lines for people.</summary>
internal static class MeasurementText
{
    /// <summary>What every such line begins with.</summary>
    public const string Measured = "measured ";

    public static HistoryEntry Row(HistoryMeasurement measured)
    {
        var cost = measured.MedianNs is { } median ? $"{median} a call, " : "";
        var cause = measured.Cause == ClockCause.None ? "" : $"{measured.Cause.ToDocumentName()}, ";
        var source = measured.Source == "scan" ? "joined to a scan" : $"by {measured.Source}";
        return new HistoryEntry(measured.At, "at", $"{Measured}{measured.State.ToDocumentName()}", cost + cause + source, measured.State == ClockState.Slow ? "slow" : "");
    }
}
