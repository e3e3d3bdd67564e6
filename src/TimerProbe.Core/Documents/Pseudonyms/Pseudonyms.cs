using System.Security.Cryptography;
using System.Text;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Problems;

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
    /// <summary>The rates with a pseudonym for the server they were measured against.</summary>
    public DriftFacts? Apply(DriftFacts? drift)
    {
        if (drift is null)
        {
            return null;
        }

        var reported = drift with { Unavailable = [.. drift.Unavailable.Select(new ProblemPseudonyms(this).Apply)] };
        if (drift.Reference is not { Kind: TimeReferenceKind.Ntp, Name: var name } reference)
        {
            return reported;
        }

        var alias = Name("ntp", name);
        return reported with
        {
            Reference = reference with { Name = alias },
            Unavailable = [
                .. reported.Unavailable.Select(missing =>
                    missing with { Why = missing.Why.Replace(name, alias, StringComparison.OrdinalIgnoreCase) })
            ],
        };
    }

    /// <summary>The machine without its name, its UUID and its Tools session.</summary>
    public MachineFacts Apply(MachineFacts machine) => machine with
    {
        Name = Guest(machine.Name),
        SmbiosUuid = machine.SmbiosUuid is { } uuid ? Uuid(uuid) : null,
        VmwareTools = machine.VmwareTools is { SessionId: { } session } tools
            ? tools with { SessionId = Name("session", session) }
            : machine.VmwareTools,
        Unavailable = [.. machine.Unavailable.Select(new ProblemPseudonyms(this).Apply)],
    };

    /// <summary>
    /// The vCenters without the names of what is in them, their UUIDs, and what their problems name.
    /// Managed object ids stay: they tell nothing.
    /// </summary>
    public IReadOnlyList<VCenterFacts> Apply(IReadOnlyList<VCenterFacts> vcenters) => [.. vcenters.Select(Apply)];

    /// <summary>The servers that were given twice with pseudonyms.</summary>
    public IReadOnlyList<LeftOutServer>? Apply(IReadOnlyList<LeftOutServer>? left) =>
        left is null ? null : [.. left.Select(each => new LeftOutServer(Server(each.Server), Server(each.SameAs)))];

    /// <inheritdoc cref="Apply(IReadOnlyList{VCenterFacts})"/>
    public VCenterFacts Apply(VCenterFacts vcenter) => new InventoryPseudonyms(this).Apply(vcenter);

    /// <summary>
    /// The guests' results without names. A machine's pseudonym is the one that <c>check --anonymize</c> gives it under the same key.
    /// </summary>
    /// <param name="results">What became of the results.</param>
    public GuestResultsFacts Apply(GuestResultsFacts results)
    {
        var pseudonyms = new ProblemPseudonyms(this);
        var (problems, details) = pseudonyms.Apply(results.Problems, results.ProblemDetails);
        return results with
        {
            Unmatched =
            [
                .. results.Unmatched.Select(unmatched => unmatched with
                {
                    Machine = Guest(unmatched.Machine),
                    Why = pseudonyms.Text(unmatched.WhyDetails),
                    WhyDetails = unmatched.WhyDetails is { } why ? pseudonyms.Apply(why) : null,
                }),
            ],
            Problems = problems,
            ProblemDetails = details,
        };
    }

    /// <summary>What became of the results that guests published, without names.</summary>
    public PublishedResultsFacts Apply(PublishedResultsFacts published) => published with
    {
        Refused =
        [
            .. published.Refused.Select(refused => refused with
            {
                Machine = VirtualMachine(refused.Machine),
                Server = Server(refused.Server),
                Why = new ProblemPseudonyms(this).Text(refused.WhyDetails),
                WhyDetails = new ProblemPseudonyms(this).Apply(refused.WhyDetails),
            }),
        ],
    };

    /// <summary>Problems and their sentences without names; null where there are none.</summary>
    /// <param name="sentences">The sentences.</param>
    /// <param name="details">The same as data.</param>
    public (IReadOnlyList<string>? Sentences, IReadOnlyList<Problem>? Details) Apply(
        IReadOnlyList<string>? sentences, IReadOnlyList<Problem>? details) =>
        sentences is null ? (null, null) : new ProblemPseudonyms(this).Apply(sentences, details ?? []);

    /// <summary>What was asked for, without names; a glob becomes one pseudonym.</summary>
    public ScanScope Apply(ScanScope scope) => new()
    {
        Datacenters = [.. scope.Datacenters.Select(Datacenter)],
        Clusters = [.. scope.Clusters.Select(Cluster)],
        Folders = [.. scope.Folders.Select(Folder)],
        Names = [.. scope.Names.Select(VirtualMachine)],
    };

    /// <summary>The cost, with the vCenters' pseudonyms in its steps.</summary>
    public ScanTiming Apply(ScanTiming timing) =>
        timing with { Steps = [.. timing.Steps.Select(step => step with { Server = Server(step.Server) })] };

    /// <summary>
    /// The instance without the names of its machine, its databases and its sessions. The machine's pseudonym is the one that
    /// <c>check --anonymize</c> gives it under the same key.
    /// </summary>
    public SqlServerFacts Apply(SqlServerFacts server) => new SqlPseudonyms(this).Apply(server);

    /// <summary>The workloads, without names in the reasons of those that did not run.</summary>
    public IReadOnlyList<SqlWorkloadFacts> Apply(IReadOnlyList<SqlWorkloadFacts> workloads) =>
        [.. workloads.Select(new SqlPseudonyms(this).Apply)];

    /// <summary>The history without names, under the pseudonyms that scans and checks give them.</summary>
    public HistoryDocument Apply(HistoryDocument history) => new HistoryPseudonyms(this).Apply(history);

    /// <summary>The list without names: each subject has the pseudonym that its document gives it.</summary>
    public RunsDocument Apply(RunsDocument runs) => new RunsPseudonyms(this).Apply(runs);

    /// <summary>The plan without names, under the pseudonyms that scans give them.</summary>
    public PlanDocument Apply(PlanDocument plan) => new PlanPseudonyms(this).Apply(plan);

    /// <summary>The logs without names, of what and of which files they tell.</summary>
    public LogDocument Apply(LogDocument logs) => new LogPseudonyms(this).Apply(logs);

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

    internal string Guest(string name) => Name("guest", name);

    internal string Server(string name) => Name("vcenter", name);

    internal string Host(string name) => Name("host", name);

    internal string Cluster(string name) => Name("cluster", name);

    internal string Datacenter(string name) => Name("datacenter", name);

    internal string VirtualMachine(string name) => Name("vm", name);

    /// <summary>A path of folders, each part by itself; empty parts stay empty.</summary>
    internal string Folder(string path) => string.Join('/', path.Split('/').Select(part => part.Length == 0 ? "" : Name("folder", part)));

    private byte[] Digest(string kind, string text) => HMACSHA256.HashData(key, Encoding.UTF8.GetBytes($"{kind}\0{text}"));
}
