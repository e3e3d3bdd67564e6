using System.Text;
using System.Text.RegularExpressions;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Documents;

/// <summary>
/// Replaces the names of an inventory where they stand as words in sentences, and with them what looks like an account or an
/// address.
/// </summary>
internal sealed partial class SentencePseudonyms
{
    private readonly Dictionary<string, string> _names = new(StringComparer.OrdinalIgnoreCase);
    private readonly Dictionary<string, string> _done = new(StringComparer.Ordinal);
    private readonly int[] _lengths;
    private readonly Pseudonyms _pseudonyms;

    /// <param name="pseudonyms">What makes the pseudonyms.</param>
    /// <param name="vcenters">The vCenters under their own names.</param>
    /// <param name="guests">Names of machines besides those of the vCenters.</param>
    public SentencePseudonyms(Pseudonyms pseudonyms, IReadOnlyList<VCenterFacts> vcenters, IEnumerable<string> guests)
    {
        _pseudonyms = pseudonyms;
        foreach (var vcenter in vcenters)
        {
            AddInventory(vcenter);
        }

        foreach (var guest in guests)
        {
            Add(guest, pseudonyms.Guest);
        }

        _lengths = [.. _names.Keys.Select(name => name.Length).Distinct().OrderDescending()];
    }

    /// <summary>The sentence without names.</summary>
    public string Apply(string sentence)
    {
        if (!_done.TryGetValue(sentence, out var replaced))
        {
            replaced = WithoutNames(sentence);
            replaced = Account().Replace(replaced, match => _pseudonyms.Name("account", match.Value));
            replaced = Address().Replace(replaced, match => _pseudonyms.Name("address", match.Value));
            _done.Add(sentence, replaced);
        }

        return replaced;
    }


    private void AddInventory(VCenterFacts vcenter)
    {
        Add(vcenter.Server, _pseudonyms.Server);
        Add(vcenter.InstanceUuid, _pseudonyms.Uuid);
        foreach (var host in vcenter.Hosts)
        {
            Add(host.Name, _pseudonyms.Host);
            Add(host.Cluster, _pseudonyms.Cluster);
            Add(host.Datacenter, _pseudonyms.Datacenter);
        }

        foreach (var cluster in vcenter.Clusters)
        {
            Add(cluster.Name, _pseudonyms.Cluster);
            Add(cluster.Datacenter, _pseudonyms.Datacenter);
        }

        foreach (var machine in vcenter.VirtualMachines)
        {
            Add(machine.Name, _pseudonyms.VirtualMachine);
            Add(machine.Uuid, _pseudonyms.Uuid);
            Add(machine.InstanceUuid, _pseudonyms.Uuid);
            Add(machine.GuestHostName, _pseudonyms.Guest);
            Add(machine.Host, _pseudonyms.Host);
            Add(machine.HomeHost, _pseudonyms.Host);
            Add(machine.Cluster, _pseudonyms.Cluster);
            Add(machine.Datacenter, _pseudonyms.Datacenter);
            foreach (var folder in machine.Folder?.Split('/') ?? [])
            {
                Add(folder, _pseudonyms.Folder);
            }
        }
    }

    /// <summary>Remembers a name, and of a machine's full name the part before the first dot or the port.</summary>
    private void Add(string? name, Func<string, string> pseudonym)
    {
        if (string.IsNullOrWhiteSpace(name) || !_names.TryAdd(name, pseudonym(name)))
        {
            return;
        }

        // Sentences have names in one line.
        _names.TryAdd(string.Join(' ', Blanks().Split(name).Where(word => word.Length > 0)), pseudonym(name));
        var end = name.IndexOfAny(['.', ':']);
        if (end > 0 && name[..end].Any(char.IsLetter))
        {
            _names.TryAdd(name[..end], pseudonym(name));
        }

        if (name.LastIndexOf(':') is > 0 and var port)
        {
            _names.TryAdd(name[..port], pseudonym(name));
        }
    }

    private string WithoutNames(string sentence)
    {
        var replaced = new StringBuilder();
        for (var index = 0; index < sentence.Length;)
        {
            // The longest name first; there are many names, but few lengths.
            var length = _lengths.FirstOrDefault(length => IsWord(sentence, index, length) && _names.ContainsKey(sentence.Substring(index, length)));
            replaced.Append(length == 0 ? sentence[index].ToString() : _names[sentence.Substring(index, length)]);
            index += Math.Max(1, length);
        }

        return replaced.ToString();
    }

    private static bool IsWord(string sentence, int index, int length) => index + length <= sentence.Length
        && !(index > 0 && char.IsLetterOrDigit(sentence[index - 1]))
        && !(index + length < sentence.Length && char.IsLetterOrDigit(sentence[index + length]));

    [GeneratedRegex(@"[^\s'""(),;:<>]+@[^\s'""(),;:<>]+|[\w.-]+\\[\w.$-]+", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Account();

    [GeneratedRegex(@"\b[0-9]{1,3}(\.[0-9]{1,3}){3}\b|\b[0-9a-fA-F]{1,4}(:[0-9a-fA-F]{0,4}){3,7}", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Address();

    [GeneratedRegex(@"[\s\p{Cc}\p{Cf}]+", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Blanks();
}
