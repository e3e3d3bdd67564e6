using System.Text;
using System.Text.Json;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Placement;
using TimerProbe.Fleet.Changes;

namespace TimerProbe.Fleet.Store;

/// <summary>What may be submitted: a check, a run on a SQL Server, what a watch found at one time, or a scan.</summary>
public sealed class SubmittedDocument
{
    private const int MostOfAWatch = 4_000;

    // The longest name of DNS, and of a SQL Server's instance on it, with room.
    private const int LongestName = 300;

    private SubmittedDocument(Guid id, string kind, object content, byte[] json) => (Id, Kind, Content, Json) = (id, kind, content, json);

    /// <summary>Its unique id.</summary>
    public Guid Id { get; }

    /// <summary>One of <see cref="RunKinds"/>.</summary>
    public string Kind { get; }

    /// <summary>Whether it says that its names are pseudonyms.</summary>
    public bool IsAnonymized => Content is SqlDocument { Anonymized: true } or ScanDocument { Anonymized: true };

    /// <summary>The guest, server or vCenters that it is of, by its own word.</summary>
    public string Name => Content switch
    {
        CheckDocument check => check.Machine.Name,
        WatchFindings found => found.Name,
        SqlDocument sql => sql.Server.Name,
        ScanDocument scan => string.Join(", ", scan.VCenters.Select(vcenter => vcenter.Server)),
        _ => "",
    };

    /// <summary>The SMBIOS UUID of the guest that it is of; null when it has none, or one that does not distinguish guests.</summary>
    public string? SmbiosUuid => GuestIdentity.Canonical(Content switch
    {
        CheckDocument check => check.Machine.SmbiosUuid,
        WatchFindings found => found.SmbiosUuid,
        SqlDocument sql => sql.Check?.Machine.SmbiosUuid,
        _ => null,
    });

    /// <summary>The guest whose clock it is about; null for a run on a SQL Server without a check.</summary>
    internal (string Name, string? Uuid)? Guest => Content switch
    {
        CheckDocument check => (check.Machine.Name, check.Machine.SmbiosUuid),
        WatchFindings found => (found.Name, found.SmbiosUuid),
        SqlDocument { Check: { } check } => (check.Machine.Name, check.Machine.SmbiosUuid),
        _ => null,
    };

    internal object Content { get; }

    internal byte[] Json { get; }

    /// <summary>Reads one.</summary>
    /// <exception cref="JsonException">It is something else; the message says what and where.</exception>
    public static SubmittedDocument Read(byte[] json) => Parse(json) switch
    {
        CheckDocument check => new(check.Id, RunKinds.Check, OfAGuest(check, "$"), json),
        SqlDocument sql => new(sql.Id, RunKinds.Sql, OfAServer(sql), json),
        WatchFindings found => new(found.Id, RunKinds.Watch, OfItself(found), json),
        ScanDocument scan => new(scan.Id, RunKinds.Scan, OfVCenters(scan), json),
        var other => throw new JsonException(
            $"it is a {DocumentKind.For(other.GetType()).Schema}, and only {CheckDocument.SchemaName}, {SqlDocument.SchemaName}, {ScanDocument.SchemaName} and {WatchFindings.SchemaName} are taken in"),
    };

    /// <summary>Whether it is of a machine, and says nothing of another, as a scan does.</summary>
    /// <param name="machine">The machine's name; null for any.</param>
    /// <param name="smbiosUuid">Its SMBIOS UUID; null for any.</param>
    public bool IsOf(string? machine, string? smbiosUuid) => Content switch
    {
        CheckDocument check => Is(check.Machine.Name, check.Machine.SmbiosUuid, machine, smbiosUuid),
        WatchFindings found => Is(found.Name, found.SmbiosUuid, machine, smbiosUuid),
        SqlDocument sql => IsOn(sql.Server.Name, machine)
            && (sql.Check is { } check
                ? Is(check.Machine.Name, check.Machine.SmbiosUuid, machine, smbiosUuid)
                : machine is not null || smbiosUuid is null),
        _ => machine is null && smbiosUuid is null,
    };

    private static object Parse(byte[] json)
    {
        try
        {
            return DocumentJson.Read(json);
        }
        catch (OtherKindException watch) when (watch.Schema == WatchFindings.SchemaName)
        {
            return WatchFindings.Read(json);
        }
    }

    private static CheckDocument OfAGuest(CheckDocument check, string place)
    {
        AssertName(check.Machine.Name, $"{place}.machine.name");
        AssertUuid(check.Machine.SmbiosUuid, $"{place}.machine.smbiosUuid");
        return check.Clocks.Count > 0 ? check : throw new JsonException($"it holds no clock (at {place}.clocks)");
    }

    private static SqlDocument OfAServer(SqlDocument sql)
    {
        AssertName(sql.Server.Name, "$.server.name");
        _ = sql.Check is { } check ? OfAGuest(check, "$.check") : null;
        return sql;
    }

    private static ScanDocument OfVCenters(ScanDocument scan)
    {
        foreach (var (i, vcenter) in scan.VCenters.Index())
        {
            AssertName(vcenter.Server, $"$.vcenters[{i}].server");
        }

        return scan.VCenters.Count > 0 ? scan : throw new JsonException("it holds no vCenter (at $.vcenters)");
    }

    private static void AssertName(string name, string place)
    {
        if (string.IsNullOrWhiteSpace(name) || name.Length > LongestName || name.EnumerateRunes().Any(Rune.IsControl))
        {
            throw new JsonException($"a name has 1 to {LongestName} characters, none of them a control character (at {place})");
        }
    }

    private static void AssertUuid(string? uuid, string place)
    {
        if (Guid.TryParse(uuid, out _) && GuestUuid.Normal(uuid) is null)
        {
            throw new JsonException($"a UUID of all zeros or all ones is that of no machine; leave it null (at {place})");
        }
    }

    /// <summary>A watch is about the guest that it runs on, and nothing else.</summary>
    private static WatchFindings OfItself(WatchFindings found)
    {
        AssertName(found.Name, "$.name");
        AssertUuid(found.SmbiosUuid, "$.smbiosUuid");
        return found.Measurements.Count + found.Changes.Count > MostOfAWatch
                ? throw new JsonException($"it holds more than {MostOfAWatch:N0} measurements and changes")
            : found.Measurements.Any(each => each.Source != MeasurementSource.Watch)
                ? throw new JsonException("it holds a measurement that is not of a watch")
            : found.Changes.Any(each => !IsOfGuest(each, found.Name))
                ? throw new JsonException("it holds a change that is not of the guest itself")
            : found;
    }

    private static bool IsOfGuest(FleetChange change, string name) =>
        change is { Kind: ChangeKind.SessionChanged, Subject: ChangeSubject.Guest, Server: null, Id: null } && change.Name == name;

    private static bool Is(string name, string? uuid, string? machine, string? smbiosUuid) =>
        (machine is null || string.Equals(name, machine, StringComparison.OrdinalIgnoreCase))
        && (smbiosUuid is null || (uuid is not null && IsSame(uuid, smbiosUuid)));

    private static bool IsSame(string uuid, string other) =>
        GuestIdentity.Canonical(uuid) is { } canonical
            ? canonical == GuestIdentity.Canonical(other)
            : string.Equals(uuid, other, StringComparison.OrdinalIgnoreCase);

    private static bool IsOn(string server, string? machine) =>
        machine is null || string.Equals(server.Split('\\')[0], machine, StringComparison.OrdinalIgnoreCase);
}
