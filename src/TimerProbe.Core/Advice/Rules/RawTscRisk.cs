namespace TimerProbe.Core.Advice.Rules;

/// <summary>What <c>virtual_rdtsc</c> = FALSE means where a virtual machine is.</summary>
/// <param name="Harmful">Whether the machine may come, or has come, to a host of another frequency.</param>
/// <param name="Because">Why.</param>
/// <param name="WouldBe">What would make it harmful; null where it is.</param>
internal sealed record RawTscRisk(bool Harmful, string Because, string? WouldBe)
{
    /// <summary>The risk of a machine; null where the setting is not FALSE.</summary>
    public static RawTscRisk? Of(PlacedMachine seen)
    {
        var (machine, classes) = (seen.Facts, seen.Classes.Count);
        return seen switch
        {
            _ when machine.Settings.VirtualRdtsc != false => null,
            { IsAway: true } => May("it is on a host of another frequency than it was powered on at"),
            { Cluster: null } => MayNot("its host is in no cluster: nothing moves it by itself", "a vMotion by hand to a host of another frequency"),
            _ when classes == 1 && seen.KnowsAllFrequencies => MayNot(
                machine.BoundTo is null ? "all hosts of its cluster are of one frequency class" : "a DRS rule keeps it on hosts of one frequency class",
                machine.BoundTo is null ? "a host of another frequency in the cluster" : "the end of that rule, or another host in its group"),
            _ when DrsAutomation.IsAutomatic(machine.Drs) => May($"{Hosts(classes)}, and DRS may move it ({machine.Drs})"),
            _ when machine.Drs == DrsAutomation.Manual && DrsAutomation.IsAutomatic(seen.Cluster.Drs) =>
                May($"{Hosts(classes)}, and only for this machine DRS waits to be told (manual): one click applies what it recommends"),
            _ when machine.Drs is null => May($"{Hosts(classes)}, and whether DRS moves it is not known"),
            _ => MayNot($"DRS does not move it by itself ({machine.Drs})", "a vMotion by hand to a host of another frequency, or DRS made automatic"),
        };
    }

    private static string Hosts(int classes) => classes switch
    {
        0 => "the frequencies of the hosts it may run on are not known",
        1 => "not all frequencies of the hosts it may run on are known",
        _ => "the hosts it may run on are of several frequency classes",
    };

    private static RawTscRisk May(string because) => new(Harmful: true, because, WouldBe: null);

    private static RawTscRisk MayNot(string because, string wouldBe) => new(Harmful: false, because, wouldBe);
}
