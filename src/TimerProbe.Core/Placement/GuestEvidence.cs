using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Placement;

/// <summary>
/// The frequency that the guest was given at its power-on, by CPUID 0x40000010: it knows
/// better than events, which name a host and not what it was like.
/// </summary>
internal static class GuestEvidence
{
    /// <summary>The evidence; null where another machine's guest may have the name, and something else is known.</summary>
    public static HomeEvidence? Of(JoinedGuest result, VirtualMachineFacts machine) => result is not { VirtualTscHz: { } hz } ? null
        : result.MatchedBy != GuestCandidates.ByName ? new HomeEvidence(
            HomeSource.Guest,
            hz,
            hz,
            result.MeasuredAt,
            EvidenceCertainty.Measured,
            "the guest was given this frequency (CPUID 0x40000010)")
        : machine.HomeEvidence is null
            or [{ Source: HomeSource.OnlyClass }] ? new HomeEvidence(
                HomeSource.Guest,
                hz,
                hz,
                result.MeasuredAt,
                EvidenceCertainty.Inferred,
                "a guest of this name was given this frequency (CPUID 0x40000010)")
        : null;
}
