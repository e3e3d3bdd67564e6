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
    [property: Pseudonym(NameKind.Host)] IReadOnlyList<string> Hosts)
{
    /// <summary>
    /// What the DRS rule of the class is called, wherever a remedy makes or names it: plain ASCII, and with the frequency rather
    /// than a number that the next host would change.
    /// </summary>
    public string GetDrsRule() => $"timerprobe {LowHz}";

    public string GetDrsHostGroup() => $"{GetDrsRule()} hosts";

    public string GetDrsVmGroup() => $"{GetDrsRule()} VMs";
}
