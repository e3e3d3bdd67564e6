using GuestCandidate = (int VCenter, string Id);

namespace TimerProbe.Core.Placement;

/// <summary>The results that guests left with their hypervisors. Each belongs to the machine that has it, whatever it says.</summary>
internal sealed class PublishedResults
{
    private readonly Dictionary<GuestCandidate, PublishedCheck> _believed = [];
    private readonly List<RefusedResult> _refused = [];

    public PublishedResults(
        IReadOnlyList<VCenterFacts> vcenters, IReadOnlyList<IReadOnlyDictionary<string, string>> values, DateTimeOffset now)
    {
        foreach (var ((index, vcenter), published) in vcenters.Index().Zip(values))
        {
            foreach (var machine in published.Count == 0 ? [] : vcenter.VirtualMachines.Where(HasGuest))
            {
                if (published.TryGetValue(machine.Id, out var value) && value.Length > 0)
                {
                    Add((index, machine.Id), vcenter, machine, value, now);
                }
            }
        }
    }

    public int Count => _believed.Count + _refused.Count;

    public IReadOnlyList<RefusedResult> Refused => _refused;

    public PublishedCheck? Of(GuestCandidate machine) => _believed.GetValueOrDefault(machine);

    private static bool HasGuest(VirtualMachineFacts machine) => machine.Placement != Facts.Placement.Off && !machine.IsSecondary;

    private void Add(GuestCandidate candidate, VCenterFacts vcenter, VirtualMachineFacts machine, string value, DateTimeOffset now)
    {
        var (check, why) = PublishedCheckJson.Read(value);
        why ??= ResultAge.FromFuture(ProblemCode.ResultRefused, check!.MeasuredAt, now);
        if (why is null)
        {
            _believed[candidate] = check!;
        }
        else
        {
            _refused.Add(new RefusedResult(machine.Name, machine.Id, vcenter.Server, why.ToString(), why));
        }
    }
}
