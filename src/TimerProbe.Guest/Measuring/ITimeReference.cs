namespace TimerProbe.Guest.Measuring;

/// <summary>A clock outside of this machine.</summary>
internal interface ITimeReference
{
    TimeReferenceFacts Facts { get; }

    bool HasRefused { get; }

    /// <summary>Compares it with the clocks here, which takes a few seconds at most.</summary>
    Reading<ReferenceReading?> Read(CancellationToken cancellationToken);
}

/// <summary>One comparison with a clock outside of the machine.</summary>
/// <param name="Reference">The time of that clock in ns since 1970.</param>
/// <param name="UncertaintyNs">By how much the two moments may be apart, in ns.</param>
internal readonly record struct ReferenceReading(long Reference, LocalMoment Here, double UncertaintyNs)
{
    public double OffsetMs => Math.Round((Here.PreciseNs - Reference) / 1e6, 3) + 0.0; // Not -0.

    public double UncertaintyMs => Math.Round(UncertaintyNs / 1e6, 3);

    /// <returns>Null when no time passed in between.</returns>
    public DriftFacts? Since(ReferenceReading earlier)
    {
        double passed = Reference - earlier.Reference;
        var (precise, counter) = ((double)(Here.PreciseNs - earlier.Here.PreciseNs), Here.CounterNs - earlier.Here.CounterNs);
        return passed <= 0 ? null : new DriftFacts(Math.Round(passed / 1e9, 3))
        {
            PreciseAgainstReferencePpm = new PartsPerMillion((precise - passed) / passed * 1e6),
            CounterAgainstReferencePpm = new PartsPerMillion((counter - passed) / passed * 1e6),
            UncertaintyPpm = new PartsPerMillion((UncertaintyNs + earlier.UncertaintyNs) / passed * 1e6),
            AdjustedMs = Math.Round((precise - counter) / 1e6, 3) + 0.0, // Not -0.
        };
    }
}
