using TimerProbe.Application.Publishing;
using TimerProbe.Core.Documents;
using TimerProbe.Guest.References;

namespace TimerProbe.Application.Watching;

/// <summary>How a machine's clocks are watched.</summary>
public sealed record WatchSettings
{
    /// <summary>The time between two samples, 1 s at least.</summary>
    public required TimeSpan Every { get; init; }

    /// <summary>The time between two summaries.</summary>
    public required TimeSpan SummaryEvery { get; init; }

    /// <summary>How long; null until it is cancelled.</summary>
    public TimeSpan? For { get; init; }

    /// <summary>The NTP server that the clock's rate is compared with; null for none.</summary>
    public NtpAddress? Reference { get; init; }

    /// <summary>Whether each sample is a line too.</summary>
    public bool Samples { get; init; }

    /// <summary>Whether executable memory may be allocated, to measure RDTSC by itself.</summary>
    public bool UseStub { get; init; } = true;

    /// <summary>How results are left with the hypervisor; null for not at all.</summary>
    public PublishSettings? Publish { get; init; }

    /// <summary>Pseudonyms for what is written; null for the real names.</summary>
    public Pseudonyms? Pseudonyms { get; init; }
}
