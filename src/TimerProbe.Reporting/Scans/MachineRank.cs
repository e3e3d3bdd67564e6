namespace TimerProbe.Reporting.Scans;

/// <summary>
/// The one order of machines: whose time is expected to be wrong, which is worse than slow; then what costs most and is most
/// certain, which is what severities say; then by standing. Of those away the furthest come first: that they are away is least
/// in doubt. The rest is by name, and the last keys only keep it the same each time.
/// </summary>
/// <param name="Severity">The severity as a number; -1 for none.</param>
/// <param name="Standing">How it stands.</param>
/// <param name="Distance">How far it is away, in parts per million without a sign; 0 for one that is not.</param>
/// <param name="Name">Its name.</param>
/// <param name="Server">Its vCenter.</param>
/// <param name="Id">Its managed object id.</param>
public readonly record struct MachineRank(
    int Severity, Standing Standing, double Distance, string Name, string Server, string Id) : IComparable<MachineRank>
{
    /// <summary>Whether its time is expected to run at a wrong rate.</summary>
    public bool WrongTime { get; init; }

    /// <inheritdoc/>
    public int CompareTo(MachineRank other) =>
        other.WrongTime.CompareTo(WrongTime) is not 0 and var byWrongTime ? byWrongTime
        : other.Severity.CompareTo(Severity) is not 0 and var bySeverity ? bySeverity
        : Standing.CompareTo(other.Standing) is not 0 and var byStanding ? byStanding
        : other.Distance.CompareTo(Distance) is not 0 and var byDistance ? byDistance
        : string.Compare(Name, other.Name, StringComparison.OrdinalIgnoreCase) is not 0 and var byName ? byName
        : string.CompareOrdinal(Server, other.Server) is not 0 and var byServer ? byServer
        : string.CompareOrdinal(Id, other.Id);

    /// <summary>Whether one comes before another.</summary>
    public static bool operator <(MachineRank left, MachineRank right) => left.CompareTo(right) < 0;

    /// <summary>Whether one comes behind another.</summary>
    public static bool operator >(MachineRank left, MachineRank right) => left.CompareTo(right) > 0;

    /// <summary>Whether one does not come behind another.</summary>
    public static bool operator <=(MachineRank left, MachineRank right) => left.CompareTo(right) <= 0;

    /// <summary>Whether one does not come before another.</summary>
    public static bool operator >=(MachineRank left, MachineRank right) => left.CompareTo(right) >= 0;
}
