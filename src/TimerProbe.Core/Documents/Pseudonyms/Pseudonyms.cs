using System.Security.Cryptography;

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
    internal const string LeftOut = "(words left out)";

    private static readonly string[] SystemDatabases = ["tempdb", "master", "msdb", "model"];

    /// <summary>
    /// A document, or what one holds, without names: those that <see cref="PseudonymAttribute"/> and <see cref="SentenceAttribute"/>
    /// mark. Managed object ids stay: they reveal nothing. So do findings: they are concluded again.
    /// </summary>
    /// <exception cref="InvalidOperationException">No document holds such a record.</exception>
    public TRecord Apply<TRecord>(TRecord record) where TRecord : class => (TRecord)new PseudonymWalk(this).Apply(record);

    /// <summary>The pseudonym of a name, such as <c>guest-3f2a9c01</c>. Case counts.</summary>
    public string Name(string kind, string name) => $"{kind}-{Convert.ToHexStringLower(Digest(kind, name)[..4])}";

    /// <summary>A UUID in the place of another, of version 8 (RFC 9562).</summary>
    public string Uuid(string uuid)
    {
        var bytes = Digest("uuid", uuid.ToUpperInvariant())[..16];
        bytes[6] = (byte)((bytes[6] & 0x0F) | 0x80);
        bytes[8] = (byte)((bytes[8] & 0x3F) | 0x80);
        return new Guid(bytes, bigEndian: true).ToString();
    }

    /// <summary>
    /// Findings divided as they were under their own names. No pattern matches a pseudonym: a finding is known by its rule, its
    /// vCenter and the id there. The reasons are left out: they are a person's words.
    /// </summary>
    /// <param name="muting">What was muted under the own names; null when nothing was.</param>
    public (IReadOnlyList<Finding> Active, MutingFacts? Muting) Mute(IReadOnlyList<Finding> findings, MutingFacts? muting)
    {
        if (muting is null)
        {
            return (findings, null);
        }

        var muted = muting.Muted.ToLookup(item =>
            (item.Finding.Rule, item.Finding.Subject.Kind, Server(item.Finding.Subject), Id(item.Finding.Subject)));
        var divided = findings
            .Where(finding => !muting.RulesOff.Contains(finding.Rule))
            .ToLookup(finding => muted.Contains(GetKey(finding)));
        return ([.. divided[false]], muting with
        {
            Muted = [.. divided[true].Select(finding => new MutedFinding(LeftOut, muted[GetKey(finding)].First().Expires, finding))],
            Expired = [
                .. muting.Expired.Select(mute => mute with
                {
                    Subject = mute.Subject is { } subject ? Name("name", subject) : null,
                    Reason = LeftOut
                })
            ],
        });
    }

    internal string Name(NameKind kind, string name) => kind switch
    {
        NameKind.Uuid => Uuid(name),
        NameKind.Words => LeftOut,
        NameKind.Folder => string.Join('/', name.Split('/').Select(part => part.Length == 0 ? "" : Name("folder", part))),
        NameKind.Vcenters => string.Join(", ", name.Split(", ").Select(item => Name(NameKind.Vcenter, item))),
        NameKind.SqlServer => string.Join(
            '\\', name.Split('\\').Select((part, index) => index == 0 ? Name(NameKind.Guest, part) : Name("instance", part))),
        NameKind.Database when SystemDatabases.Contains(name, StringComparer.OrdinalIgnoreCase) => name,
        NameKind.User when name == MachineMove.ByDrs => name,
        _ => Name(kind.ToDocumentName(), name),
    };

    private byte[] Digest(string kind, string text) => HMACSHA256.HashData(key, Encoding.UTF8.GetBytes($"{kind}\0{text}"));

    private static (string Rule, SubjectKind Kind, string Server, string? Id) GetKey(Finding finding) =>
        (finding.Rule, finding.Subject.Kind, finding.Subject.Server ?? "", finding.Subject.Id);

    private string? Id(Subject subject) => subject is { Kind: SubjectKind.Vcenter, Id: { } uuid } ? Uuid(uuid) : subject.Id;

    private string Server(Subject subject) => subject.Server is { } server ? Name(NameKind.Vcenter, server) : "";
}
