namespace TimerProbe.Core.Placement;

/// <summary>
/// What vCenter's statistics tell of a virtual machine's processors in one period. Both figures are cut to whole units. Thousands of
/// machines have dozens each, so that it is kept in 24 bytes.
/// </summary>
public readonly record struct CpuSample
{
    private readonly long _fromTicks;
    private readonly int _seconds;
    private readonly int _usage;
    private readonly int _mhz;

    /// <param name="from">The beginning of the period.</param>
    /// <param name="to">Its end; whole seconds later.</param>
    /// <param name="usageHundredths"><c>cpu.usage.average</c> in hundredths of a percent of
    /// all its virtual processors; negative when missing.</param>
    /// <param name="usageMhz"><c>cpu.usagemhz.average</c> in MHz; negative when missing. Two
    /// billion and more, which no machine has, are missing too.</param>
    public CpuSample(DateTimeOffset from, DateTimeOffset to, long usageHundredths, long usageMhz)
    {
        _fromTicks = from.UtcTicks;
        _seconds = (int)(to - from).TotalSeconds;
        _usage = Known(usageHundredths);
        _mhz = Known(usageMhz);
    }

    /// <summary>The beginning of the period.</summary>
    public DateTimeOffset From => new(_fromTicks, TimeSpan.Zero);

    /// <summary>Its end.</summary>
    public DateTimeOffset To => From + Period;

    /// <summary>The length of the period.</summary>
    public TimeSpan Period => TimeSpan.FromSeconds(_seconds);

    /// <summary><c>cpu.usage.average</c> in hundredths of a percent of all its virtual processors; null when missing.</summary>
    public int? UsageHundredths => _usage < 0 ? null : _usage;

    /// <summary><c>cpu.usagemhz.average</c> in MHz; null when missing.</summary>
    public int? UsageMegahertz => _mhz < 0 ? null : _mhz;

    /// <summary>Whether it tells a frequency at all: an idle or missing one does not.</summary>
    internal bool TellsFrequency => _usage > 0 && _mhz > 0;

    /// <summary>
    /// The frequencies that a core of its host can have had. VMware defines usage as usagemhz / (virtual processors x core frequency).
    /// </summary>
    /// <param name="processors">The machine's virtual processors; positive.</param>
    /// <param name="cut">How much both figures may have lost, in their units: 1 where they were cut once.</param>
    internal FrequencyRange CoreFrequency(int processors, int cut)
    {
        var hertzForAll = 1e6 * 10_000 / processors;
        return new FrequencyRange(_mhz * hertzForAll / (_usage + (double)cut), (_mhz + (double)cut) * hertzForAll / _usage);
    }

    private static int Known(long figure) => figure is >= 0 and < 2_000_000_000 ? (int)figure : -1;
}
