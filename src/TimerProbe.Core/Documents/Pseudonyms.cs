using System.Security.Cryptography;
using System.Text;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Documents;

/// <summary>
/// Replaces names and identifiers by pseudonyms, for documents that leave the house. The same name always becomes the same
/// pseudonym under the same key, so that documents can still be compared and joined.
/// </summary>
/// <param name="key">
/// The key of the HMAC behind the pseudonyms. Without a secret one, somebody who guesses a name can confirm the guess.
/// </param>
public sealed class Pseudonyms(byte[] key)
{
    /// <summary>The machine without its name, its UUID and its Tools session.</summary>
    public MachineFacts Apply(MachineFacts machine) => machine with
    {
        Name = Name("guest", machine.Name),
        SmbiosUuid = machine.SmbiosUuid is { } uuid ? Uuid(uuid) : null,
        VmwareTools = machine.VmwareTools is { SessionId: { } session } tools ? tools with { SessionId = Name("session", session) } : machine.VmwareTools,
    };

    /// <summary>The pseudonym of a name, such as <c>guest-3f2a9c01</c>. Case counts.</summary>
    /// <param name="kind">What the name is of; it begins the pseudonym.</param>
    /// <param name="name">The name.</param>
    public string Name(string kind, string name) => $"{kind}-{Convert.ToHexStringLower(Digest(kind, name)[..4])}";

    /// <summary>A UUID in the place of another, of version 8 (RFC 9562).</summary>
    public string Uuid(string uuid)
    {
        var bytes = Digest("uuid", uuid.ToUpperInvariant())[..16];
        bytes[6] = (byte)((bytes[6] & 0x0F) | 0x80);
        bytes[8] = (byte)((bytes[8] & 0x3F) | 0x80);
        return new Guid(bytes, bigEndian: true).ToString();
    }

    private byte[] Digest(string kind, string text) => HMACSHA256.HashData(key, Encoding.UTF8.GetBytes($"{kind}\0{text}"));
}
