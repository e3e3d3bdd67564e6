using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using TimerProbe.Core.Json;
using TimerProbe.Reporting.Scans;

namespace TimerProbe.Server.Views;

/// <summary>A machine as pages and programs see it.</summary>
/// <param name="Id">What names it in addresses, the same in every scan.</param>
/// <param name="Name">Its name.</param>
/// <param name="VCenter">Its vCenter.</param>
/// <param name="ManagedObjectId">What its vCenter knows it by.</param>
/// <param name="Cluster">Its cluster; null outside of any.</param>
/// <param name="Placement">Where it is: <c>home</c>, <c>away</c>, <c>unknown</c> or <c>off</c>.</param>
/// <param name="Severity">How severe its case is: <c>critical</c>, <c>warning</c> or <c>info</c>; null when nothing was found.</param>
/// <param name="Rules">The rules of its findings, the most severe first.</param>
/// <param name="DifferencePpm">How far its host's frequency is from that of its home, in parts per million.</param>
/// <param name="Host">Its host.</param>
/// <param name="HostHz">Its host's frequency.</param>
/// <param name="HomeHost">Where it was powered on.</param>
/// <param name="HomeHz">The frequency it was powered on at.</param>
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
    string? Severity,
    IReadOnlyList<string> Rules,
    double? DifferencePpm,
    string? Host,
    long? HostHz,
    string? HomeHost,
    long? HomeHz,
    DateTimeOffset? HomeSince,
    DateTimeOffset? AwaySince,
    string Measured,
    string? UnknownReason,
    bool SqlServerExpected)
{
    private const int DigitsOfId = 8;

    /// <summary>Its place among machines.</summary>
    internal MachineRank Rank { get; private init; }

    /// <summary>A machine of a scan.</summary>
    /// <param name="row">The machine.</param>
    /// <param name="words">Keeps one of each text that many share.</param>
    public static MachineView Of(MachineRow row, SharedTexts words)
    {
        var facts = row.Facts;
        return new MachineView(
            IdOf(row.Server, facts.Id),
            facts.Name,
            words.One(row.Server),
            facts.Id,
            words.One(facts.Cluster),
            words.One(facts.Placement.ToDocumentName()),
            words.One(row.Severity?.ToDocumentName()),
            words.One([.. row.Findings.Select(finding => finding.Rule).Distinct(StringComparer.Ordinal)]),
            facts.DifferencePpm?.Value,
            words.One(facts.Host),
            facts.HostHz?.Hertz,
            words.One(facts.HomeHost),
            facts.HomeHz?.Hertz,
            facts.HomeSince,
            row.AwaySince,
            words.One(row.Measured),
            words.One(facts.UnknownReason),
            facts.SqlServerExpected)
        {
            Rank = row.Rank with { Server = words.One(row.Server) },
        };
    }

    private static string IdOf(string server, string id) =>
        Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(string.Create(CultureInfo.InvariantCulture, $"{server.ToLowerInvariant()}\0{id}"))).AsSpan(0, DigitsOfId));
}
