namespace TimerProbe.Reporting.Remedies;

/// <summary>
/// A script of the changes that a scan or a plan proposes and that are safe to make one after the other, for a person to review.
/// Until it is told to apply them it only says what it would do. It moves machines only when told to by a switch of its own,
/// never powers one off and never touches <c>virtual_rdtsc</c>.
/// </summary>
public static class RemediesScript
{
    public const string Rule = "TP201";

    /// <summary>Writes the script for VMware PowerCLI, with Windows line ends.</summary>
    /// <exception cref="ArgumentException">The document proposes nothing that a script can do.</exception>
    public static void PowerShell(object document, TextWriter output) => PowerShellScript.Write(ProposedChanges.From(document), output);

    public static void Shell(object document, TextWriter output) => ShellScript.Write(ProposedChanges.From(document), output);

    public static bool IsFor(object document) =>
        document is ScanDocument or PlanDocument { Kind: PlanKind.Evacuate or PlanKind.Home or PlanKind.Rules };
}
