namespace TimerProbe.EndToEnd.Matrix;

/// <summary>Homes that were right, wrong and unknown, counted over the running machines of fleets.</summary>
internal sealed class FleetTally
{
    private const double TolerancePpm = 250;

    /// <summary>Statistics of a whole day tell when a frequency began.</summary>
    private static readonly TimeSpan Period = TimeSpan.FromDays(1.5);

    private readonly CountTables _counts = new();
    private int _openSlow, _openFast, _falselyAway;

    /// <summary>Machines that came from another vCenter and are away, and those of them that are said to be home.</summary>
    public (int Away, int SaidHome) Arrived { get; private set; }

    public List<string> ArrivedHome { get; } = [];

    public int Running { get; private set; }

    /// <summary>Without those of <see cref="Open"/>.</summary>
    public int Unknown { get; private set; }

    /// <summary>Unknown, and rightly so: where a reset is a power-on or not, the home is another.</summary>
    public int Open { get; private set; }

    public int Away { get; private set; }

    public int AwayFound { get; private set; }

    /// <summary>A line each, with what happened to the machine and what was told of it.</summary>
    public List<string> Wrong { get; } = [];

    public List<string> WrongOfCertain { get; } = [];

    public List<string> UnknownLines { get; } = [];

    /// <summary>Machines that are called slow and are not, or that are and are not called so, a line each: of those whose home is known and right.</summary>
    public List<string> WronglyExpected { get; } = [];

    /// <summary>Machines said to be away since another time than their last stretch began.</summary>
    public int SinceDiffers { get; private set; }

    /// <summary>Machines of which it is open whether they are slow.</summary>
    public int OpenExpectations => _openSlow + _openFast;

    /// <summary>Classes of hosts that are open without a guest or a log that would settle them.</summary>
    public List<string> Unsettled { get; } = [];

    public void Add(ScannedFleet fleet)
    {
        var found = fleet.Found.ToDictionary(machine => machine.Id);
        foreach (var label in fleet.Labels)
        {
            Add(fleet.Seed, label, found.GetValueOrDefault(label.Id));
        }

        var settled = fleet.Center.Classes!.Where(item => item.SettleBy.Count > 0).SelectMany(item => item.Hosts).ToHashSet();
        var open = fleet.Found.Where(machine => machine.IsClockOpen).Select(machine => machine.HostId).ToHashSet();
        Unsettled.AddRange(fleet.Center.Hosts.Where(host => open.Contains(host.Id) && !settled.Contains(host.Name)).Select(host => $"seed {fleet.Seed}: nothing settles {host.Name}"));
    }

    public override string ToString() => FormattableString.Invariant($"""
        {Running} running: {Running - Unknown - Open - Wrong.Count} right, {Wrong.Count} wrong, {Unknown} unknown ({Share(Unknown, Running)}), {Open} open by a reset
        {Away} away: {AwayFound} found ({Share(AwayFound, Away)}), {SinceDiffers} said to be so since another time; {_falselyAway} at home said to be away
        clock, of those away whose home is right: {WronglyExpected.Count} wrong; {OpenExpectations} open, of which {_openSlow} are slow; {Unsettled.Count} hosts of open classes that nothing settles
        from another vCenter: {Arrived.Away} away, {Arrived.SaidHome} of them said to be home ({Share(Arrived.SaidHome, Arrived.Away)})

        {_counts}
        """);

    private static string Share(int part, int whole) => whole == 0 ? "-" : (100.0 * part / whole).ToString("0.0") + " %";

    private static bool IsSameClass(long a, long b) => Math.Abs(a - b) * 1e6 / b <= TolerancePpm;

    /// <summary>Of a home that is a range, the end that lies nearest to the present host is told.</summary>
    private static bool IsWithin(VirtualMachineFacts found, long hertz) =>
        found.HomeEvidence is [var counts, ..] && counts.LowHz.Hertz <= hertz && hertz <= counts.HighHz.Hertz;

    private static string Describe(int seed, MachineLabel label, VirtualMachineFacts? found)
    {
        var evidence = found?.HomeEvidence is { } all
            ? string.Join("; ", all.Select(item => $"{item.Source.ToDocumentName()} {item.LowHz.Hertz}-{item.HighHz.Hertz} Hz {item.Says}")) : "none";
        return string.Create(
            CultureInfo.InvariantCulture,
            $"seed {seed} {label.Name}: is {label.Placement} {label.HomeHz} Hz [{string.Join(' ', label.Flags)}], found {found?.Placement.ToDocumentName()} {found?.HomeHz?.Hertz} Hz by {found?.HomeSource?.ToDocumentName()} {found?.HomeCertainty?.ToDocumentName()} {found?.UnknownReason}; evidence: {evidence}");
    }

    private void Add(int seed, MachineLabel label, VirtualMachineFacts? found)
    {
        var placement = found?.Placement.ToDocumentName();
        if (label.Placement == "off" && placement == "off")
        {
            return;
        }

        if (label.Flags.Contains("arrived"))
        {
            Arrived = label.Placement == "away" ? (Arrived.Away + 1, Arrived.SaidHome + (placement == "home" ? 1 : 0)) : Arrived;
            if (placement == "home" && label.Placement == "away")
            {
                ArrivedHome.Add(Describe(seed, label, found));
            }

            return;
        }

        Running++;
        Away += label.Placement == "away" ? 1 : 0;
        if (found?.Placement == Placement.Unknown)
        {
            AddUnknown(seed, label, found);
            return;
        }

        var right = placement == label.Placement
            && (found!.HomeHz is not { } home || IsSameClass(home.Hertz, label.HomeHz!.Value) || IsWithin(found, label.HomeHz!.Value));
        var isCertain = found?.HomeCertainty == HomeCertainty.Certain;
        _counts.Count("home by", found?.HomeSource?.ToDocumentName() ?? "none", right);
        _counts.Count("home is", found?.HomeCertainty?.ToDocumentName() ?? "not said", right);
        if (label.Placement == "away")
        {
            AddAway(label, found!);
        }

        if (right)
        {
            AddExpectation(seed, label, found!);
        }

        _falselyAway += label.Placement == "home" && placement == "away" ? 1 : 0;
        if (!right)
        {
            Wrong.Add(Describe(seed, label, found));
            if (isCertain)
            {
                WrongOfCertain.Add(Wrong[^1]);
            }
        }
    }

    private void AddUnknown(int seed, MachineLabel label, VirtualMachineFacts found)
    {
        if (label.ResetHz is not null)
        {
            Open++;
            return;
        }

        Unknown++;
        UnknownLines.Add(Describe(seed, label, found));
        _counts.Count("unknown because", found.UnknownReason ?? "no reason", right: null);
        foreach (var flag in label.Flags)
        {
            _counts.Count("of the unknown", flag, right: null);
        }
    }

    private void AddExpectation(int seed, MachineLabel label, VirtualMachineFacts found)
    {
        if (found.IsClockOpen)
        {
            _openSlow += label.Slow ? 1 : 0;
            _openFast += label.Slow ? 0 : 1;
            return;
        }

        var right = found.IsSlowAway == label.Slow;
        _counts.Count("clock is", found.ClockExpectation?.ToDocumentName() ?? "at home", right);
        if (!right)
        {
            WronglyExpected.Add(Describe(seed, label, found));
        }
    }

    private void AddAway(MachineLabel label, VirtualMachineFacts found)
    {
        var isFound = found.Placement == Placement.Away;
        AwayFound += isFound ? 1 : 0;
        _counts.Count("away is", found.HomeCertainty?.ToDocumentName() ?? "not said", isFound);
        if (isFound && found.Stretches is [.., var last])
        {
            SinceDiffers += found.AwaySince == last.From ? 0 : 1;
            _counts.Count("since when, of those away", "with stretches", (last.From - label.Since!.Value).Duration() <= Period);
        }
    }
}
