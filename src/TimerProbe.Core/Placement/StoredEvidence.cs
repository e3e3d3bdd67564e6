using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Placement;

/// <summary>What an earlier scan knew of the home of the same power-on.</summary>
internal static class StoredEvidence
{
    /// <summary>The evidence; null where the home is of another power-on, or may have changed unseen.</summary>
    public static HomeEvidence? Of(RememberedHome home, VirtualMachineFacts machine, DateTimeOffset now)
    {
        if (!IsOfThisPowerOn(home, machine) || !StillHolds(home, machine, now))
        {
            return null;
        }

        var certainty = home switch
        {
            { Certainty: HomeCertainty.Inferred } => EvidenceCertainty.Inferred,
            { Source: HomeSource.Guest } => EvidenceCertainty.Measured,
            _ => EvidenceCertainty.Recorded,
        };
        if (machine.Power.IsFrequencyRestored)
        {
            return new(home.Source!.Value, home.Hz, home.Hz, home.SeenAt, certainty, "an earlier scan knew it from the guest");
        }

        const string says = "an earlier scan knew it of the same power-on";
        return new HomeEvidence(HomeSource.History, home.Hz, home.Hz, home.Since, certainty, says) { Host = home.Host };
    }

    /// <summary>
    /// A power-on since it was seen has a boot time since then. One before says that it was on when it was seen, whatever boot time it had
    /// there.
    /// </summary>
    private static bool IsOfThisPowerOn(RememberedHome home, VirtualMachineFacts machine) =>
        (home.BootTime - machine.BootTime)?.Duration() <= HomeFinder.BootTimeSlack
            || PowerOnTime.HasBeenOnSince(machine, home.SeenAt) == true;

    private static bool StillHolds(RememberedHome home, VirtualMachineFacts machine, DateTimeOffset now) =>
        (!machine.Power.IsFrequencyRestored || home.Source is HomeSource.Guest or HomeSource.Log)
        && now - home.SeenAt <= HomeMemory.LongestGap && !(machine.RevertedAt > home.SeenAt) && !(home.RevertedAt > home.SeenAt);
}
