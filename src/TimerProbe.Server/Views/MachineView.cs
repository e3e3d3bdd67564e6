using System.Buffers.Binary;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json.Serialization;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using TimerProbe.Reporting.Scans;

namespace TimerProbe.Server.Views;

/// <summary>A machine as pages and programs see it. A node keeps tens of thousands: what machines have in common is kept once.</summary>
public sealed class MachineView
{
    private readonly Place _here;
    private readonly Place _home;
    private readonly Case _case;

    private MachineView(Place here, Place home, Case which) => (_here, _home, _case) = (here, home, which);

    /// <summary>What names it in addresses, the same in every scan.</summary>
    public string Id => TextOf(Key);

    /// <summary>Its name.</summary>
    public required string Name { get; init; }

    /// <summary>Its vCenter.</summary>
    public string VCenter => _here.VCenter;

    /// <summary>What its vCenter knows it by.</summary>
    public required string ManagedObjectId { get; init; }

    /// <summary>Its cluster; null outside of any.</summary>
    public string? Cluster => _here.Cluster;

    /// <summary>Where it is: <c>home</c>, <c>away</c>, <c>unknown</c> or <c>off</c>.</summary>
    public string Placement => _case.Placement;

    /// <summary>
    /// How its clock reads where it is away: <c>slow</c>, <c>expectedSlow</c>, <c>open</c>, <c>expectedFast</c> or <c>fast</c>; null for
    /// one that is not.
    /// </summary>
    public string? ClockExpectation => _case.Clock?.ToDocumentName();

    /// <summary>The same in words; empty for one that is not away.</summary>
    [JsonIgnore]
    public string Clock => ClockExpectationText.Of(_case.Clock);

    /// <summary>Where it is, and how its clock reads there, in words.</summary>
    [JsonIgnore]
    public string Where =>
        $"{Placement}{(this is { Placement: "away", HomeCertainty: "inferred" } ? " (inferred)" : "")}{(Clock.Length > 0 ? $", {Clock}" : "")}";

    /// <summary>How severe its case is: <c>critical</c>, <c>warning</c> or <c>info</c>; null when nothing was found.</summary>
    public string? Severity => _case.Severity;

    /// <summary>The rules of its findings, the most severe first.</summary>
    public IReadOnlyList<string> Rules => _case.Rules;

    /// <summary>How far its host's frequency is from that of its home, in parts per million.</summary>
    public double? DifferencePpm { get; init; }

    /// <summary>Its host.</summary>
    public string? Host => _here.Host;

    /// <summary>Its host's frequency.</summary>
    public long? HostHz => _here.Hertz;

    /// <summary>Where it was powered on.</summary>
    public string? HomeHost => _home.Host;

    /// <summary>The frequency it was powered on at.</summary>
    public long? HomeHz => _home.Hertz;

    /// <summary>What its home is known from, as in <c>homeSource</c> of a scan; null where it is unknown.</summary>
    public string? HomeSource => _case.HomeSource;

    /// <summary>How sure its home is: <c>certain</c> or <c>inferred</c>; null where it is unknown.</summary>
    public string? HomeCertainty => _case.HomeCertainty;

    /// <summary>The frequencies of the hosts it ran on by vCenter's statistics, the oldest first; null where they were not read.</summary>
    public IReadOnlyList<FrequencyStretch>? FrequencyStretches { get; init; }

    /// <summary>When that was.</summary>
    public DateTimeOffset? HomeSince { get; init; }

    /// <summary>Since when it is away.</summary>
    public DateTimeOffset? AwaySince { get; init; }

    /// <summary>What was measured in its guest; empty when nothing was.</summary>
    public string Measured => _case.Measured;

    /// <summary>Why its home is unknown.</summary>
    public string? UnknownReason => _case.UnknownReason;

    /// <summary>Whether it is expected to run SQL Server.</summary>
    public bool SqlServerExpected => _case.SqlServerExpected;

    internal MachineRank Rank => new(
        _case.Rank,
        _case.Standing,
        _case.Standing <= Standing.Unaffected && HomeCertainty == "certain",
        _case.Standing <= Standing.Unaffected && SqlServerExpected,
        AwaySince ?? DateTimeOffset.MaxValue,
        Name,
        VCenter,
        ManagedObjectId)
    {
        WrongTime = _case.WrongTime,
    };

    /// <summary>What <see cref="Id"/> spells.</summary>
    internal ulong Key =>
        BinaryPrimitives.ReadUInt64BigEndian(SHA256.HashData(Encoding.UTF8.GetBytes($"{VCenter.ToLowerInvariant()}\0{ManagedObjectId}")));

    /// <summary>A machine of a scan.</summary>
    /// <param name="row">The machine.</param>
    /// <param name="known">What it may share with others.</param>
    public static MachineView From(MachineRow row, PartInterning known)
    {
        var (facts, rank) = (row.Facts, row.Rank);
        return new MachineView(
            known.Intern(new Place(known.Intern(row.Server), known.Intern(facts.Cluster), known.Intern(facts.Host), facts.HostHz?.Hertz)),
            known.Intern(new Place(known.Intern(row.Server), Cluster: null, known.Intern(facts.HomeHost), facts.HomeHz?.Hertz)),
            known.Intern(new Case(
                rank.Severity,
                rank.Standing,
                facts.Placement.ToDocumentName(),
                facts.ClockExpectation,
                row.Severity?.ToDocumentName(),
                known.Intern(row.Findings.Select(finding => finding.Rule).Distinct(StringComparer.Ordinal)),
                known.Intern(row.Measured),
                known.Intern(facts.UnknownReason),
                facts.SqlServerExpected,
                facts.HomeSource?.ToDocumentName(),
                facts.HomeCertainty?.ToDocumentName(),
                facts.IsTimeExpectedWrong)))
        {
            Name = known.Intern(facts.Name),
            ManagedObjectId = known.Intern(facts.Id),
            DifferencePpm = facts.DifferencePpm?.Value,
            HomeSince = facts.HomeSince,
            AwaySince = row.AwaySince,
            FrequencyStretches = facts.Stretches,
        };
    }

    /// <summary>The key that an id spells; null when it spells none.</summary>
    internal static ulong? KeyOf(string id) =>
        ulong.TryParse(id, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var key) && TextOf(key) == id ? key : null;

    private static string TextOf(ulong key) => key.ToString("x16", CultureInfo.InvariantCulture);

    private sealed record Place(string VCenter, string? Cluster, string? Host, long? Hertz);

    private sealed record Case(
        int Rank,
        Standing Standing,
        string Placement,
        ClockExpectation? Clock,
        string? Severity,
        IReadOnlyList<string> Rules,
        string Measured,
        string? UnknownReason,
        bool SqlServerExpected,
        string? HomeSource,
        string? HomeCertainty,
        bool WrongTime);
}
