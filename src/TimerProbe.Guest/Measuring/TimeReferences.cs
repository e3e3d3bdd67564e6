namespace TimerProbe.Guest.Measuring;

internal interface ITimeReference
{
    TimeReferenceFacts Facts { get; }

    TimeSpan Shortest { get; }

    bool HasRefused { get; }

    /// <summary>Compares it with the clocks here, which takes a few seconds at most.</summary>
    Reading<ReferenceReading?> Read(CancellationToken cancellationToken);
}

internal static class TimeReferences
{
    /// <returns>False when it was cancelled.</returns>
    public static bool Wait(TimeSpan time, CancellationToken cancellationToken) => !cancellationToken.WaitHandle.WaitOne(time);

    public static Reading<ITimeReference> Choose(NtpAddress? named, string? toolbox, LocalClocks? local) =>
        local is null ? Reading.Missing<ITimeReference>("precise time or the counter cannot be read here")
        : named is not null ? Reading.From<ITimeReference>(new NtpReference(named, local.Now, Wait))
        : toolbox is not null ? Reading.From<ITimeReference>(new ToolsReference(() => AskTools(toolbox), local.Now, Wait))
        : Reading.Missing<ITimeReference>(
            "there is no clock outside of this machine to compare with: name an NTP server with --reference HOST");

    private static Reading<long?> AskTools(string toolbox)
    {
        using var deadline = new Deadline(Deadline.Default, CancellationToken.None);
        return new ToolboxReader(toolbox, deadline).ReadHostTime();
    }
}

/// <summary>One comparison with a clock outside of the machine.</summary>
/// <param name="Reference">The time of that clock in ns since 1970.</param>
/// <param name="UncertaintyNs">By how much the two moments may be apart, in ns.</param>
internal readonly record struct ReferenceReading(long Reference, LocalMoment Here, double UncertaintyNs)
{
    public double OffsetMs => Math.Round((Here.PreciseNs - Reference) / 1e6, 3) + 0.0; // Not -0.

    public double UncertaintyMs => Math.Round(UncertaintyNs / 1e6, 3);

    /// <returns>Null when no time passed in between.</returns>
    public ReferenceRates? Since(ReferenceReading earlier)
    {
        double passed = Reference - earlier.Reference;
        var (precise, counter) = ((double)(Here.PreciseNs - earlier.Here.PreciseNs), Here.CounterNs - earlier.Here.CounterNs);
        return passed <= 0 ? null : new ReferenceRates(
            Math.Round(passed / 1e9, 3),
            Ahead(precise, passed),
            Ahead(counter, passed),
            new PartsPerMillion((UncertaintyNs + earlier.UncertaintyNs) / passed * 1e6),
            Math.Round((precise - counter) / 1e6, 3) + 0.0); // Not -0.
    }

    private static PartsPerMillion Ahead(double local, double passed) => new((local - passed) / passed * 1e6);
}

/// <summary>A moment by the two clocks of this machine that are compared with a reference.</summary>
/// <param name="PreciseNs">Precise time in ns since 1970, which time services correct.</param>
/// <param name="CounterNs">The counter in ns, which they do not.</param>
internal readonly record struct LocalMoment(long PreciseNs, double CounterNs)
{
    public static LocalMoment Between(LocalMoment one, LocalMoment other) =>
        new((one.PreciseNs + other.PreciseNs) / 2, (one.CounterNs + other.CounterNs) / 2);
}
