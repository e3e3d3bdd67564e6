using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Guest.References;

namespace TimerProbe.Application.Checking;

/// <summary>What <c>check</c> was asked to measure.</summary>
public sealed record CheckSettings
{
    /// <summary>The wall-clock time that an undecided check may take.</summary>
    public required TimeSpan Budget { get; init; }

    /// <summary>The processors to measure on; null for all that the process may use.</summary>
    public ProcessorList? Processors { get; init; }

    /// <summary>Whether each processor is measured in turn.</summary>
    public bool PerProcessor { get; init; }

    /// <summary>Whether several processors are measured at once.</summary>
    public bool Scaling { get; init; }

    /// <summary>How long the rate of the clocks is compared with another; null for not at all.</summary>
    public TimeSpan? Drift { get; init; }

    /// <summary>The NTP server that drift is measured against; null for the host by VMware Tools, if any.</summary>
    public NtpAddress? Reference { get; init; }

    /// <summary>How many rounds of calls are counted, the first of which is dropped; null for none.</summary>
    public int? Rounds { get; init; }

    /// <summary>How long a round lasts.</summary>
    public required TimeSpan RoundLength { get; init; }

    /// <summary>Whether executable memory may be allocated, to measure RDTSC by itself.</summary>
    public required bool UseStub { get; init; }

    /// <summary>Which findings are not to be heard of.</summary>
    public MuteList Mutes { get; init; } = MuteList.None;

    /// <summary>Pseudonyms for the document; null for the real names.</summary>
    public Pseudonyms? Pseudonyms { get; init; }
}
