namespace TimerProbe.Server.Api;

/// <summary>A machine as programs see it.</summary>
/// <param name="Id">What names it in addresses, the same in every scan.</param>
/// <param name="Name">Its name.</param>
/// <param name="VCenter">Its vCenter.</param>
/// <param name="ManagedObjectId">What its vCenter knows it by.</param>
/// <param name="Cluster">Its cluster; null outside of any.</param>
/// <param name="Placement">Where it is: <c>home</c>, <c>away</c>, <c>unknown</c> or <c>off</c>.</param>
/// <param name="ClockExpectation">
/// How its clock reads where it is away: <c>slow</c>, <c>expectedSlow</c>, <c>open</c>, <c>expectedFast</c> or <c>fast</c>; null for
/// one that is not.
/// </param>
/// <param name="Severity">How severe its case is: <c>critical</c>, <c>warning</c> or <c>info</c>; null when nothing was found.</param>
/// <param name="Rules">The rules of its findings, the most severe first.</param>
/// <param name="DifferencePpm">How far its host's frequency is from that of its home, in parts per million.</param>
/// <param name="Host">Its host.</param>
/// <param name="HostHz">Its host's frequency.</param>
/// <param name="HomeHost">Where it was powered on.</param>
/// <param name="HomeHz">The frequency it was powered on at.</param>
/// <param name="HomeSource">What its home is known from, as in <c>homeSource</c> of a scan; null where it is unknown.</param>
/// <param name="HomeCertainty">How sure its home is: <c>certain</c> or <c>inferred</c>; null where it is unknown.</param>
/// <param name="FrequencyStretches">The frequencies of the hosts it ran on by vCenter's statistics, the oldest first; null where they were not read.</param>
/// <param name="HomeSince">When that was.</param>
/// <param name="AwaySince">Since when it is away.</param>
/// <param name="Measured">What was measured in its guest; empty when nothing was.</param>
/// <param name="UnknownReason">Why its home is unknown.</param>
/// <param name="SqlServerExpected">Whether it is expected to run SQL Server.</param>
public sealed record MachineView(
    string Id,
    string Name,
    string VCenter,
    string ManagedObjectId,
    string? Cluster,
    string Placement,
    string? ClockExpectation,
    string? Severity,
    IReadOnlyList<string> Rules,
    double? DifferencePpm,
    string? Host,
    long? HostHz,
    string? HomeHost,
    long? HomeHz,
    string? HomeSource,
    string? HomeCertainty,
    IReadOnlyList<FrequencyStretch>? FrequencyStretches,
    DateTimeOffset? HomeSince,
    DateTimeOffset? AwaySince,
    string Measured,
    string? UnknownReason,
    bool SqlServerExpected)
{
    public static MachineView From(MachineRow row) => new(
        MachineId.Of(row),
        row.Facts.Name,
        row.Server,
        row.Facts.Id,
        row.Facts.Cluster,
        row.Facts.Placement.ToDocumentName(),
        row.Facts.ClockExpectation?.ToDocumentName(),
        row.Severity?.ToDocumentName(),
        row.Rules,
        row.Facts.DifferencePpm?.Value,
        row.Facts.Host,
        row.Facts.HostHz?.Hertz,
        row.Facts.HomeHost,
        row.Facts.HomeHz?.Hertz,
        row.Facts.HomeSource?.ToDocumentName(),
        row.Facts.HomeCertainty?.ToDocumentName(),
        row.Facts.Stretches,
        row.Facts.HomeSince,
        row.AwaySince,
        row.Measured,
        row.Facts.UnknownReason,
        row.Facts.SqlServerExpected);
}
