using TimerProbe.Core.Documents;
using TimerProbe.Guest.References;

namespace TimerProbe.Cli.Options;

/// <summary>What <c>watch</c> was asked to do.</summary>
internal sealed record WatchSettings
{
    public required TimeSpan Every { get; init; }

    public required TimeSpan SummaryEvery { get; init; }

    public TimeSpan? For { get; init; }

    /// <summary>The NTP server that the clock's rate is compared with; null for none.</summary>
    public NtpAddress? Reference { get; init; }

    public bool Samples { get; init; }

    public bool UseStub { get; init; }

    public Pseudonyms? Pseudonyms { get; init; }

    /// <summary>The form of what is written as it happens, and where to.</summary>
    public required OutputSettings Output { get; init; }

    /// <summary>A file for lines of JSON besides; null for none.</summary>
    public string? Log { get; init; }

    /// <summary>A file for gauges besides; null for none.</summary>
    public string? Metrics { get; init; }
}
