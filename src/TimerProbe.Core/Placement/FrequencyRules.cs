namespace TimerProbe.Core.Placement;

/// <summary>How two frequencies are compared, which may differ by a positive tolerance and still count as one.</summary>
public sealed record FrequencyRules(PartsPerMillion Tolerance)
{
    /// <summary>250 ppm, what KVM and libvirt tolerate before they refuse or scale.</summary>
    public static readonly PartsPerMillion DefaultTolerance = new(250);

    /// <summary>Calibration differs by about 1 ppm from boot to boot: this much is no difference.</summary>
    public static readonly PartsPerMillion EqualLimit = new(20);

    /// <summary>Hosts of one model differ by up to 2,400 ppm: beyond this it is another model.</summary>
    public static readonly PartsPerMillion SameModelLimit = new(10_000);

    public FrequencyComparison Compare(PartsPerMillion difference) => difference.Magnitude.Value switch
    {
        var size when size <= Math.Min(EqualLimit.Value, Tolerance.Value) => FrequencyComparison.Equal,
        var size when size <= Tolerance.Value => FrequencyComparison.Near,
        var size when size > SameModelLimit.Value => FrequencyComparison.OtherModel,
        _ => FrequencyComparison.Different,
    };

    public bool IsHarmless(Frequency host, Frequency home) => host.DifferenceFrom(home).Magnitude.Value <= Tolerance.Value;

    public IReadOnlyList<FrequencyClass> Classify(string owner, IEnumerable<HostFacts> hosts)
    {
        var classes = new List<FrequencyClass>();
        var members = new List<HostFacts>();
        foreach (var host in hosts.Where(host => host.Hz is not null).OrderBy(host => host.Hz!.Value.Hertz))
        {
            if (members.Count > 0 && !IsHarmless(host.Hz!.Value, members[0].Hz!.Value))
            {
                classes.Add(GetClass(owner, classes.Count + 1, members));
                members = [];
            }

            members.Add(host);
        }

        return members.Count == 0 ? classes : [.. classes, GetClass(owner, classes.Count + 1, members)];
    }

    private static FrequencyClass GetClass(string owner, int number, List<HostFacts> members) =>
        new($"{owner}/{number}",
            members[0].Hz!.Value,
            members[^1].Hz!.Value,
            [.. members.Select(host => host.Name).Order(StringComparer.Ordinal)]);
}
