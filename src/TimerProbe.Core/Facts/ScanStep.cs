namespace TimerProbe.Core.Facts;

/// <summary>A step of a scan. Steps of one vCenter may run at the same time.</summary>
/// <param name="Server">The vCenter.</param>
/// <param name="Name">What was done: login, hosts, virtualMachines, events, performance...</param>
/// <param name="Ms">How long it took.</param>
/// <param name="Requests">The requests it sent.</param>
public sealed record ScanStep([property: Pseudonym(NameKind.Vcenter)] string Server, string Name, double Ms, long Requests)
{
    /// <summary>True where the server does not answer for single settings, so that all of each object were read.</summary>
    public bool? WholeSettings { get; init; }
}
