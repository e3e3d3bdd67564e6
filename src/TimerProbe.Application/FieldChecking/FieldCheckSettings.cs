using TimerProbe.Application.Scanning;
using TimerProbe.Core.Documents;
using TimerProbe.Guest.References;

namespace TimerProbe.Application.FieldChecking;

/// <summary>What <c>field-check</c> was asked to do.</summary>
public sealed record FieldCheckSettings
{
    /// <summary>How long the watch lasts, and each comparison of the clock's rate.</summary>
    public required TimeSpan Each { get; init; }

    /// <summary>The NTP server that the clock's rate is compared with; null for none.</summary>
    public NtpAddress? Reference { get; init; }

    /// <summary>The vCenter to look at this machine in; null for none.</summary>
    public ScanSettings? Scan { get; init; }

    /// <summary>ESXi's version and build as the user wrote it; null for what vCenter says.</summary>
    public string? Esxi { get; init; }

    /// <summary>The user's word for all files of one site; null for none.</summary>
    public string? Site { get; init; }

    /// <summary>Pseudonyms for the document.</summary>
    public required Pseudonyms Pseudonyms { get; init; }
}
