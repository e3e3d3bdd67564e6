using TimerProbe.Core.Names;
using TimerProbe.Core.Problems;

namespace TimerProbe.Core.Facts;

/// <summary>What became of the results that guests left with their hypervisors.</summary>
/// <param name="Machines">How many virtual machines that are on have one.</param>
/// <param name="Counted">How many of them say what their guest measures now.</param>
/// <param name="Stale">How many say nothing of now; their machines tell why.</param>
/// <param name="Superseded">How many are older than a file of the same machine, which counts instead.</param>
/// <param name="Refused">Those that are not believed.</param>
public sealed record PublishedResultsFacts(int Machines, int Counted, int Stale, int Superseded, IReadOnlyList<RefusedResult> Refused);

/// <summary>A published result that is not believed.</summary>
/// <param name="Machine">The virtual machine that has it.</param>
/// <param name="Id">Its managed object id.</param>
/// <param name="Server">Its vCenter.</param>
/// <param name="Why">Why not, as a sentence.</param>
/// <param name="WhyDetails">Why not, as data.</param>
public sealed record RefusedResult(
    [property: Pseudonym(NameKind.Vm)] string Machine,
    string Id,
    [property: Pseudonym(NameKind.Vcenter)] string Server,
    [property: Sentence(nameof(RefusedResult.WhyDetails))] string Why,
    Problem WhyDetails);
