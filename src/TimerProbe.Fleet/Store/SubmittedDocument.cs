namespace TimerProbe.Fleet.Store;

/// <summary>What may be submitted: a check, a run on a SQL Server, a line of a watch, or a scan.</summary>
public sealed class SubmittedDocument
{
    // VMware Tools are asked once a minute, and a line is said once an hour.
    private const int MaxMoves = 1_000;

    // The longest name of DNS, and of a SQL Server's instance on it, with room.
    private const int MaxNameLength = 300;

    private readonly WatchLine? _watch;

    private SubmittedDocument(Run? run, WatchLine? watch, byte[] json) => (Run, _watch, Json) = (run, watch, json);

    /// <summary>Its unique id.</summary>
    public Guid Id => Run?.DocumentId ?? _watch!.Id;

    /// <summary>One of <see cref="RunKinds"/>.</summary>
    public string Kind => Run?.Kind ?? RunKinds.Watch;

    /// <summary>Whether it says that its names are pseudonyms.</summary>
    public bool IsAnonymized => Run is { IsAnonymized: true };

    /// <summary>The guest, server or vCenters that it is of, by its own word.</summary>
    public string Name => Run?.Subject ?? _watch!.Machine.Name;

    /// <summary>The SMBIOS UUID of the guest that it is of; null when it has none, or one that does not distinguish guests.</summary>
    public string? SmbiosUuid => GuestIdentity.Canonical(Guest?.Uuid);

    /// <summary>The guest whose clock it is about; null for a scan, and a run on a SQL Server without a check.</summary>
    internal (string Name, string? Uuid)? Guest => _watch is { Machine: var machine } ? (machine.Name, machine.SmbiosUuid) : Run!.Guest;

    /// <summary>What is saved of it; null for what a watch says, which is kept as rows alone.</summary>
    internal Run? Run { get; }

    internal byte[] Json { get; }

    /// <summary>Reads one.</summary>
    /// <exception cref="JsonException">It is something else; the message says what and where.</exception>
    public static SubmittedDocument Read(byte[] json) => Parse(json) switch
    {
        CheckDocument check => new(Run.From(OfAGuest(check, "$")), watch: null, json),
        SqlDocument sql => new(Run.From(OfAServer(sql)), watch: null, json),
        ScanDocument scan => new(Run.From(OfVCenters(scan)), watch: null, json),
        WatchLine watch => new(run: null, OfItself(watch), json),
        var other => throw new JsonException(
            $"it is a {DocumentKind.For(other.GetType()).Schema}, and only {CheckDocument.SchemaName}, {SqlDocument.SchemaName}, {ScanDocument.SchemaName} and {WatchLine.SchemaName} are taken in"),
    };

    internal Task<SavedRun> SaveAsync(StoreSession session, PackedDocument? packed, SaveOptions options) =>
        Run is null ? WatchSaving.SaveAsync(session, _watch!, options) : Run.SaveAsync(session, packed!, options);

    /// <summary>Whether it is of a machine, and says nothing of another, as a scan does.</summary>
    /// <param name="machine">The machine's name; null for any.</param>
    /// <param name="smbiosUuid">Its SMBIOS UUID; null for any.</param>
    public bool BelongsTo(string? machine, string? smbiosUuid) => Kind switch
    {
        RunKinds.Scan => machine is null && smbiosUuid is null,
        RunKinds.Sql when machine is not null && !string.Equals(Name.Split('\\')[0], machine, StringComparison.OrdinalIgnoreCase) => false,
        _ => Guest is var (name, uuid) ? Is(name, uuid, machine, smbiosUuid) : machine is not null || smbiosUuid is null,
    };

    private static object Parse(byte[] json)
    {
        try
        {
            return DocumentJson.Read(json);
        }
        catch (OtherKindException ex) when (ex.Schema == WatchLine.SchemaName)
        {
            return WatchJson.Read(json);
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
        if (string.IsNullOrWhiteSpace(name) || name.Length > MaxNameLength || name.EnumerateRunes().Any(Rune.IsControl))
        {
            throw new JsonException($"a name has 1 to {MaxNameLength} characters, none of them a control character (at {place})");
        }
    }

    private static void AssertUuid(string? uuid, string place)
    {
        if (Guid.TryParse(uuid, out _) && GuestUuid.Normal(uuid) is null)
        {
            throw new JsonException($"a UUID of all zeros or all ones is that of no machine; leave it null (at {place})");
        }
    }

    private static WatchLine OfItself(WatchLine watch)
    {
        AssertName(watch.Machine.Name, "$.machine.name");
        AssertUuid(watch.Machine.SmbiosUuid, "$.machine.smbiosUuid");
        return watch.Beside.Moves.Count <= MaxMoves
            ? watch
            : throw new JsonException($"it holds more than {MaxMoves:N0} moves (at $.beside.moves)");
    }

    private static bool Is(string name, string? uuid, string? machine, string? smbiosUuid) =>
        (machine is null || string.Equals(name, machine, StringComparison.OrdinalIgnoreCase))
        && (smbiosUuid is null || (uuid is not null && IsSame(uuid, smbiosUuid)));

    private static bool IsSame(string uuid, string other) =>
        GuestIdentity.Canonical(uuid) is { } canonical
            ? canonical == GuestIdentity.Canonical(other)
            : string.Equals(uuid, other, StringComparison.OrdinalIgnoreCase);
}
