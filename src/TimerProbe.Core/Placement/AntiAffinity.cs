namespace TimerProbe.Core.Placement;

/// <summary>The members of each rule that keeps machines apart, by the hosts where they are, or may come to be.</summary>
internal sealed class AntiAffinity
{
    private readonly ILookup<string, Members> _rules;

    public AntiAffinity(IReadOnlyList<VmVmRule>? rules, HashSet<string> read) =>
        _rules = (rules ?? []).Where(rule => rule.Kind == VmVmRuleKind.AntiAffinity)
            .Select(rule => (Ids: rule.VirtualMachines.Distinct(), Members: new Members()))
            .SelectMany(rule => rule.Ids
                .Select(id => (Id: id, Members: read.Contains(id) ? rule.Members : rule.Members.Put(id, host: null))))
            .ToLookup(item => item.Id, item => item.Members);

    /// <summary>Says where a member is or may be, besides what was said before; null for anywhere.</summary>
    public void Put(string machine, string? host)
    {
        foreach (var members in _rules[machine])
        {
            members.Put(machine, host);
        }
    }

    public void Take(string machine, string host)
    {
        foreach (var members in _rules[machine])
        {
            members.Take(machine, host);
        }
    }

    public bool Allows(IReadOnlyList<VirtualMachineFacts> machines, string host)
    {
        var met = new HashSet<Members>();
        return machines.All(machine => _rules[machine.Id].All(members => met.Add(members) && members.IsFree(host, machine.Id)));
    }

    private sealed class Members
    {
        private readonly HashSet<string> _anywhere = [];
        private readonly Dictionary<string, HashSet<string>> _at = [];

        public Members Put(string machine, string? host)
        {
            if (host is not null && !_at.ContainsKey(host))
            {
                _at[host] = new HashSet<string>();
            }

            (host is null ? _anywhere : _at[host]).Add(machine);
            return this;
        }

        public void Take(string machine, string host) => _at.GetValueOrDefault(host)?.Remove(machine);

        public bool IsFree(string host, string machine) =>
            IsEmptyBut(_anywhere, machine) && (!_at.TryGetValue(host, out var there) || IsEmptyBut(there, machine));

        private static bool IsEmptyBut(HashSet<string> set, string machine) => set.Count == (set.Contains(machine) ? 1 : 0);
    }
}
