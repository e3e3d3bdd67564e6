namespace TimerProbe.Core.Facts;

/// <summary>Hosts whose frequencies count as one.</summary>
/// <param name="Name">The cluster's name and a number: <c>prod/1</c>.</param>
/// <param name="LowHz">The lowest frequency among them.</param>
/// <param name="HighHz">The highest; within the tolerance of the lowest.</param>
/// <param name="Hosts">The names of its hosts.</param>
public sealed record FrequencyClass(
    [property: Pseudonym(NameKind.FrequencyClass)] string Name,
    Frequency LowHz,
    Frequency HighHz,
    [property: Pseudonym(NameKind.Host)] IReadOnlyList<string> Hosts);
