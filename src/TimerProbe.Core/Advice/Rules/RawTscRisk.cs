namespace TimerProbe.Core.Advice.Rules;

/// <summary>What <c>virtual_rdtsc</c> = FALSE means where a virtual machine is.</summary>
/// <param name="Severity">How near harm is: information where only a person's own move brings it, or nothing at all.</param>
/// <param name="MayMove">Whether the machine may come, or has come, to another host. Only one that cannot is safe.</param>
/// <param name="Because">Why.</param>
/// <param name="WouldBe">What would make it harmful; null where it may move.</param>
internal sealed record RawTscRisk(Severity Severity, bool MayMove, string Because, string? WouldBe)
{
    /// <summary>The risk of a machine; null where the setting is not FALSE.</summary>
    public static RawTscRisk? Of(PlacedMachine seen)
    {
        var machine = seen.Facts;
        return seen switch
        {
            _ when machine.Settings.VirtualRdtsc != false => null,
            { IsAway: true } => Harms("it is on a host with a different frequency than it was powered on at"),
            _ when machine.MustRunOn is [var only] => new(
                Severity.Info, MayMove: false, $"a rule that must be kept leaves it one host, {only}", "the end of that rule, or a second host in its group; a suspension over a restart of the host"),
            { Cluster: null } => ByHand("its host is in no cluster, so that nothing moves it by itself: a vMotion by hand does"),
            _ when DrsAutomation.IsAutomatic(machine.Drs) => Harms($"DRS may move it ({DrsAutomation.InWords(machine.Drs)}), {To(seen)}"),
            _ when machine.Drs == DrsAutomation.Manual && DrsAutomation.IsAutomatic(seen.Cluster.Drs) =>
                Harms($"only for this machine DRS waits to be told (manual), and one click applies what it recommends: a move {To(seen)}"),
            _ when machine.Drs is null => Harms($"whether DRS moves it is not known: {To(seen)}"),
            _ => ByHand($"DRS does not move it by itself ({DrsAutomation.InWords(machine.Drs)}), but a vMotion by hand does: {To(seen)}"),
        };
    }

    private static string To(PlacedMachine seen) => seen switch
    {
        { Classes.Count: 1, KnowsAllFrequencies: true } => "to a host of equal frequency, whose counter stands elsewhere all the same",
        { Classes.Count: 0 } => "to a host of unknown frequency",
        { Classes.Count: 1 } => "to a host of perhaps another frequency",
        _ => "to a host with a different frequency too",
    };

    private static RawTscRisk Harms(string because) => new(Severity.Warning, MayMove: true, because, WouldBe: null);

    private static RawTscRisk ByHand(string because) => new(Severity.Info, MayMove: true, because, WouldBe: null);
}
