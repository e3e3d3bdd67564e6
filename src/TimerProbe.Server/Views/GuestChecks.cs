namespace TimerProbe.Server.Views;

/// <summary>The newest check of each guest, as far as a node has read the store.</summary>
internal sealed class GuestChecks
{
    private readonly Dictionary<long, (GuestResult Newest, IReadOnlyList<ulong> Keys, Guid SaysAs)> _saved = [];
    private readonly HashSet<long> _open = [];

    public void Add(IEnumerable<(long Guest, GuestResult Result)> checks, IReadOnlyList<SavedScan> shown)
    {
        foreach (var (guest, result) in checks)
        {
            var isKnown = _saved.TryGetValue(guest, out var known);
            if (!isKnown || known.Newest.MeasuredAt < result.MeasuredAt)
            {
                var saysAs = isKnown && SaysTheSame(known.Newest, result)
                    ? shown.Any(vcenter => vcenter.Guests.HasJoined(known.Newest.Measured.DocumentId))
                        ? known.Newest.Measured.DocumentId
                        : known.SaysAs
                    : result.Measured.DocumentId;
                _saved[guest] = (result, KnownGuests.GetKeys(result), saysAs);
                _open.Add(guest);
            }
        }
    }

    public IReadOnlyList<SavedScan> Stale(IReadOnlyList<SavedScan> shown)
    {
        var open = _open.Select(guest => _saved[guest]).ToList();
        return
        [
            .. shown.Where(vcenter => open.Exists(saved =>
                vcenter.Guests.Contains(saved.Keys)
                && !vcenter.Guests.HasJoined(saved.SaysAs)
                && !vcenter.Guests.HasJoined(saved.Newest.Measured.DocumentId))),
        ];
    }

    public IReadOnlyList<GuestResult> For(IReadOnlyList<SavedScan> shown, bool areAll) =>
        [.. _saved.Values
            .Where(saved => HasUuid(saved.Newest) || (areAll && shown.Count(vcenter => vcenter.Guests.Contains(saved.Keys)) == 1))
            .Select(saved => saved.Newest)];

    public void MarkShown(bool areAll) => _open.RemoveWhere(guest => areAll || HasUuid(_saved[guest].Newest));

    public IReadOnlyList<GuestResult> UnknownTo(IReadOnlyList<SavedScan> shown) =>
    [
        .. _saved.Values.Where(saved => !shown.Any(vcenter => vcenter.Guests.Contains(saved.Keys)))
            .Select(saved => saved.Newest)
            .OrderByDescending(result => result.MeasuredAt)
            .ThenBy(result => result.Name, StringComparer.OrdinalIgnoreCase),
    ];

    private static bool SaysTheSame(GuestResult earlier, GuestResult later) =>
        (earlier.Measured.State, earlier.Measured.Cause, earlier.Measured.VirtualTscHz)
            == (later.Measured.State, later.Measured.Cause, later.Measured.VirtualTscHz);

    private static bool HasUuid(GuestResult guest) => GuestUuid.Normal(guest.SmbiosUuid) is not null;
}

/// <summary>Hashes by which a vCenter's guests are known, a few bytes for each, and the results that are joined.</summary>
internal sealed class KnownGuests
{
    private readonly ulong[] _keys;
    private readonly Guid[] _joined;

    public KnownGuests(IReadOnlyList<VirtualMachineFacts> machines)
    {
        _keys = [.. machines.SelectMany(Of).Select(Hash).Distinct().Order()];
        _joined = [.. machines.Select(machine => machine.Guest?.DocumentId).OfType<Guid>().Distinct().Order()];
    }

    public static IReadOnlyList<ulong> GetKeys(GuestResult result) =>
        GuestIdentity.Canonical(result.SmbiosUuid) is { } uuid
            ? [Hash(uuid)]
            : [.. new[] { GetNameKey(result.Name), GetNameKey(result.Name.Split('.')[0]) }.Distinct().Select(Hash)];

    public bool Contains(IReadOnlyList<ulong> keys) => keys.Any(key => Array.BinarySearch(_keys, key) >= 0);

    public bool HasJoined(Guid documentId) => Array.BinarySearch(_joined, documentId) >= 0;

    private static IEnumerable<string> Of(VirtualMachineFacts machine) =>
        new[]
        {
            GuestIdentity.Canonical(machine.Uuid),
            GetNameKey(machine.Name),
            machine.GuestHostName is { } full ? GetNameKey(full) : null,
            machine.GuestHostName is { } name ? GetNameKey(name.Split('.')[0]) : null
        }.OfType<string>();

    private static string GetNameKey(string name) => "name:" + name.ToLowerInvariant();

    private static ulong Hash(string key) => BinaryPrimitives.ReadUInt64BigEndian(SHA256.HashData(Encoding.UTF8.GetBytes(key)));
}
