using System.Text.RegularExpressions;
using TimerProbe.Application.Secrets;

namespace TimerProbe.Cli.Configuration.Reading;

/// <summary>Reads where a secret is kept.</summary>
internal static partial class SecretSection
{
    /// <summary>passwordFile, passwordEnvironment or windowsCredential of a section; null when it names none.</summary>
    public static SecretReference? Password(SectionReader section) => Of(section, "passwordFile", "passwordEnvironment", "windowsCredential");

    /// <summary>The reference by one of three names.</summary>
    public static SecretReference? Of(SectionReader section, string file, string environment, string credential)
    {
        section.AtMostOneOf(file, environment, credential);
        return Reference(section, file, SecretKind.File, section.FilePath)
            ?? Reference(section, environment, SecretKind.Environment, name => Variable(section, name))
            ?? Reference(section, credential, SecretKind.WindowsCredential, section.Text);
    }

    private static SecretReference? Reference(SectionReader section, string name, SecretKind kind, Func<string, string?> read) =>
        read(name) is { } value ? new SecretReference(kind, value, $"{section.Context.File}:{section.Member(name)!.Value.Place}") : null;

    private static string? Variable(SectionReader section, string name)
    {
        if (section.Text(name) is not { } variable)
        {
            return null;
        }

        if (VariableName().IsMatch(variable))
        {
            return variable;
        }

        section.Complain(section.Member(name)!.Value.Place, $"{name} takes the name of an environment variable, of letters, digits and _; never the secret itself");
        return null;
    }

    [GeneratedRegex("^[A-Za-z_][A-Za-z0-9_]*$", RegexOptions.ExplicitCapture | RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1000)]
    private static partial Regex VariableName();
}
