using TimerProbe.Core.Facts;

namespace TimerProbe.Reporting.Html.Model;

/// <summary>A virtual machine with the findings about it.</summary>
/// <param name="Server">Its vCenter.</param>
/// <param name="Facts">The machine.</param>
/// <param name="Findings">What was found, the gravest first.</param>
internal sealed record MachineView(string Server, VirtualMachineFacts Facts, IReadOnlyList<FindingView> Findings);
