using TimerProbe.Core.Documents;

namespace TimerProbe.Reporting.Remedies;

/// <summary>
/// A script of the changes that a scan proposes and that are safe to make one after the other, for a person to review. Until it is
/// told to apply them it only says what it would do. It moves machines only when told to by a switch of its own, never powers one off and never
/// touches <c>virtual_rdtsc</c>.
/// </summary>
public static class RemediesScript
{
    /// <summary>The rule whose findings the script is about.</summary>
    public const string Rule = "TP201";

    /// <summary>Writes the script for VMware PowerCLI, with Windows line ends. Its first character is a byte order mark, for Windows PowerShell 5.1.</summary>
    public static void PowerShell(ScanDocument document, TextWriter output)
    {
        output.NewLine = "\r\n";
        PowerShellScript.Write(ProposedChanges.From(document), output);
    }

    /// <summary>Writes the script for a POSIX shell and govc.</summary>
    public static void Shell(ScanDocument document, TextWriter output)
    {
        output.NewLine = "\n";
        ShellScript.Write(ProposedChanges.From(document), output);
    }
}
