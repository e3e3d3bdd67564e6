using TimerProbe.Core.Facts;

namespace TimerProbe.Reporting.Scans;

/// <summary>The frequencies that a machine ran at, and since when, in words.</summary>
public static class FrequencyStretchText
{
    /// <summary>Such as <c>2,295 MHz until 12 Aug 2026, 2,594 MHz since</c>; empty without any.</summary>
    /// <param name="stretches">The stretches, the oldest first.</param>
    public static string Format(IReadOnlyList<FrequencyStretch>? stretches) => stretches is null or [] ? ""
        : stretches is [{ To: null } only] ? string.Create(
            System.Globalization.CultureInfo.InvariantCulture, $"{only.Hz.Megahertz:#,0} MHz since {Times.Day(only.From)} at least")
        : string.Join(", ", stretches.Select(each => string.Create(
            System.Globalization.CultureInfo.InvariantCulture,
            $"{each.Hz.Megahertz:#,0} MHz {(each.To is { } to ? $"until {Times.Day(to)}" : $"since {Times.Day(each.From)}")}")));

    /// <summary>The same as a sentence that says where it is from; empty without any.</summary>
    /// <param name="stretches">The stretches, the oldest first.</param>
    public static string Sentence(IReadOnlyList<FrequencyStretch>? stretches) =>
        Format(stretches) is { Length: > 0 } words ? $"By vCenter's CPU statistics it ran at {words}." : "";
}
