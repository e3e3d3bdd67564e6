using System.Text.RegularExpressions;
using TimerProbe.Application.Configuration.Members;

namespace TimerProbe.Application.Secrets;

internal sealed partial class SecretAttribute(SecretKind kind) : FilePathAttribute
{
    public SecretKind Kind => kind;

    public override string? Pattern => kind == SecretKind.Environment ? VariableName().ToString() : null;

    public override string Resolve(string text, string folder) => kind == SecretKind.File ? base.Resolve(text, folder) : text;

    protected override string? Wrong(string name, string text) => kind != SecretKind.Environment || VariableName().IsMatch(text) ? null
        : $"{name} takes the name of an environment variable, of letters, digits and _; never the secret itself";

    [GeneratedRegex("^[A-Za-z_][A-Za-z0-9_]*$", RegexOptions.ExplicitCapture | RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1000)]
    private static partial Regex VariableName();
}
