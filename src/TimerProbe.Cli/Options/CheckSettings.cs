using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Guest.References;

namespace TimerProbe.Cli.Options;

/// <summary>What <c>check</c> was asked to measure.</summary>
internal sealed record CheckSettings
{
    public required TimeSpan Budget { get; init; }

    public ProcessorList? Processors { get; init; }

    public bool PerProcessor { get; init; }

    public bool Scaling { get; init; }

    public TimeSpan? Drift { get; init; }

    /// <summary>The NTP server that drift is measured against; null for the host by VMware Tools, if any.</summary>
    public NtpAddress? Reference { get; init; }

    public int? Rounds { get; init; }

    public required TimeSpan RoundLength { get; init; }

    public required bool UseStub { get; init; }

    /// <summary>Which findings are not to be heard of.</summary>
    public MuteList Mutes { get; init; } = MuteList.None;

    public Pseudonyms? Pseudonyms { get; init; }
}
