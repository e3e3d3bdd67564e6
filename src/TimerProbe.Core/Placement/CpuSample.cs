namespace TimerProbe.Core.Placement;

/// <summary>What vCenter's statistics tell of a virtual machine's processors in one period. Both figures are cut to whole units.</summary>
/// <param name="From">The beginning of the period.</param>
/// <param name="To">Its end.</param>
/// <param name="UsageHundredths"><c>cpu.usage.average</c> in hundredths of a percent of all its virtual processors; negative when missing.</param>
/// <param name="UsageMhz"><c>cpu.usagemhz.average</c> in MHz; negative when missing.</param>
public readonly record struct CpuSample(DateTimeOffset From, DateTimeOffset To, long UsageHundredths, long UsageMhz)
{
    /// <summary>The length of the period.</summary>
    public TimeSpan Period => To - From;

    /// <summary>Whether it tells a frequency at all: an idle or missing one does not.</summary>
    internal bool TellsFrequency => UsageHundredths > 0 && UsageMhz > 0;

    /// <summary>
    /// The frequencies that a core of its host can have had. VMware defines usage as usagemhz / (virtual processors x core frequency).
    /// </summary>
    /// <param name="processors">The machine's virtual processors; positive.</param>
    /// <param name="cut">How much both figures may have lost, in their units: 1 where they were cut once.</param>
    internal FrequencyRange CoreFrequency(int processors, int cut)
    {
        var hertzForAll = 1e6 * 10_000 / processors;
        return new FrequencyRange(UsageMhz * hertzForAll / (UsageHundredths + cut), (UsageMhz + cut) * hertzForAll / UsageHundredths);
    }
}
