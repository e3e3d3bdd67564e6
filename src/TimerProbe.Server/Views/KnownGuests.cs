using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Placement;
using TimerProbe.Fleet.Changes;

namespace TimerProbe.Server.Views;

/// <summary>
/// By what the guests of a vCenter's machines are known, and whose results are joined: so much of it as fits into a few bytes for each.
/// </summary>
public sealed class KnownGuests
{
    private readonly ulong[] _keys;
    private readonly Guid[] _joined;

    /// <param name="machines">The machines.</param>
    public KnownGuests(IReadOnlyList<VirtualMachineFacts> machines)
    {
        _keys = [.. machines.SelectMany(Of).Select(Hash).Distinct().Order()];
        _joined = [.. machines.Select(machine => machine.Guest?.DocumentId).OfType<Guid>().Distinct().Order()];
    }

    /// <summary>By what a guest is looked for: its UUID, or its name where it told none.</summary>
    public static IReadOnlyList<ulong> KeysOf(GuestResult result) =>
        GuestIdentity.Canonical(result.SmbiosUuid) is { } uuid
            ? [Hash(uuid)]
            : [.. new[] { NameOf(result.Name), NameOf(result.Name.Split('.')[0]) }.Distinct(StringComparer.Ordinal).Select(Hash)];

    /// <summary>Whether a machine has one of the keys.</summary>
    public bool Contains(IReadOnlyList<ulong> keys) => keys.Any(key => Array.BinarySearch(_keys, key) >= 0);

    /// <summary>Whether a result stands beside a machine, and says what is so now.</summary>
    /// <param name="documentId">The document of the result.</param>
    public bool HasJoined(Guid documentId) => Array.BinarySearch(_joined, documentId) >= 0;

    private static IEnumerable<string> Of(VirtualMachineFacts machine) =>
        new[]
        {
            GuestIdentity.Canonical(machine.Uuid),
            NameOf(machine.Name),
            machine.GuestHostName is { } full ? NameOf(full) : null,
            machine.GuestHostName is { } name ? NameOf(name.Split('.')[0]) : null
        }.OfType<string>();

    private static string NameOf(string name) => "name:" + name.ToLowerInvariant();

    private static ulong Hash(string key) => BinaryPrimitives.ReadUInt64BigEndian(SHA256.HashData(Encoding.UTF8.GetBytes(key)));
}
