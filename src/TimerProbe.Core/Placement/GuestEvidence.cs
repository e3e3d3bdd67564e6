using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Placement;

/// <summary>The frequency of the power-on by CPUID 0x40000010. The guest knows better than events, which name but a host.</summary>
internal static class GuestEvidence
{
    /// <summary>The evidence; null where another machine's guest may have the name, and something else is known.</summary>
    public static HomeEvidence? Of(JoinedGuest result, VirtualMachineFacts machine)
    {
        if (result is not { VirtualTscHz: { } hz })
        {
            return null;
        }

        if (result.MatchedBy != GuestCandidates.ByName)
        {
            return Evidence(EvidenceCertainty.Measured, "the guest was given this frequency (CPUID 0x40000010)");
        }

        return machine.HomeEvidence is null or [{ Source: HomeSource.OnlyClass }]
            ? Evidence(EvidenceCertainty.Inferred, "a guest of this name was given this frequency (CPUID 0x40000010)")
            : null;

        HomeEvidence Evidence(EvidenceCertainty certainty, string says) =>
            new(HomeSource.Guest, hz, hz, result.MeasuredAt, certainty, says);
    }
}
