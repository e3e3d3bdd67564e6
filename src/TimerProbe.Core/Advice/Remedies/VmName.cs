using System.Text;

namespace TimerProbe.Core.Advice.Remedies;

/// <summary>A virtual machine's name, to be written into commands: the guest's own name until somebody knows better.</summary>
/// <param name="Name">The name as it is.</param>
public sealed record VmName(string Name)
{
    private const string GlobCharacters = @"*?[]\";

    /// <summary>What stands in a rule's page, where no machine is meant.</summary>
    public static readonly VmName Placeholder = new("VM-NAME");

    /// <summary>The name as a PowerShell string.</summary>
    public string PowerShell => ShellQuoting.PowerShell(Name);

    /// <summary>The name as a word of a POSIX shell.</summary>
    public string Posix => ShellQuoting.Posix(Name);

    /// <summary>The name as an option's value for govc, which would take <c>*</c>, <c>?</c> and <c>[</c> as a pattern.</summary>
    public string Govc => ShellQuoting.Posix(WithoutGlobs(Name));

    /// <summary>The name as an argument of its own for govc and xl, which would take a leading dash as an option.</summary>
    public string GovcArgument => Name.StartsWith('-') ? "-- " + Govc : Govc;

    /// <summary>As <see cref="GovcArgument"/>, for tools without patterns.</summary>
    public string PosixArgument => Name.StartsWith('-') ? "-- " + Posix : Posix;

    /// <summary>Finds the VM for PowerCLI and Hyper-V by its exact name, which <c>Get-VM -Name</c> would take as a pattern.</summary>
    public string GetVm => $"$vm = Get-VM | Where-Object Name -eq {PowerShell}";

    /// <summary>A name made of this one and a word, as a PowerShell string.</summary>
    public string PowerShellWith(string word) => ShellQuoting.PowerShell($"{Name} {word}");

    /// <summary>A name made of this one and a word, as a word of a POSIX shell.</summary>
    public string PosixWith(string word) => ShellQuoting.Posix($"{Name} {word}");

    private static string WithoutGlobs(string name)
    {
        var escaped = new StringBuilder();
        foreach (var character in name)
        {
            escaped.Append(GlobCharacters.Contains(character, StringComparison.Ordinal) ? @"\" : "").Append(character);
        }

        return escaped.ToString();
    }
}
