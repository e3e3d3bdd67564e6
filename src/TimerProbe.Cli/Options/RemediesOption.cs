namespace TimerProbe.Cli.Options;

internal sealed class RemediesOption(Command command)
{
    private readonly DeclaredOption<string?> _option = command.Text(
        "--remedies",
        "FILE",
        "Write a script of the proposed changes, PowerCLI (.ps1) or govc (.sh); it changes nothing until told to.",
        Headings.Output)
        .Validate(result => result.GetValueOrDefault<string?>() is { } file && WriterFor(file) is null
            ? $"--remedies takes a file that ends in .ps1 or .sh, not '{file}'"
            : OutputOptions.Replaced(result, result.GetValueOrDefault<string?>()))
        .Excludes("--anonymize", "--remedies and --anonymize cannot be used together: commands need the real names");

    /// <summary>Opens the script before the work begins; null when none is wanted.</summary>
    public DocumentOutput? Open(Terminal terminal, ParseResult parsed) =>
        parsed.GetValue(_option) is { } file ? DocumentOutput.Open(terminal, new() { Format = "", File = file }) : null;

    public void Write(DocumentOutput? script, Terminal terminal, ParseResult parsed, object document)
    {
        if (script is not null && parsed.GetValue(_option) is { } file)
        {
            script.Write((TextWriter output) => WriterFor(file)!(document, output));
            terminal.Tell($"wrote the proposed changes to {file}: read it before you run it; it changes nothing until told to");
        }
    }

    public static void Check(object document)
    {
        if (document is ScanDocument { Anonymized: true } or PlanDocument { Anonymized: true })
        {
            throw new UseCaseException(ExitCode.Usage, "the document has pseudonyms: commands need the real names");
        }

        if (!RemediesScript.IsFor(document))
        {
            throw new UseCaseException(
                ExitCode.Usage, "--remedies is for scans and for plans of evacuate, home and rules; others show what to do as text");
        }
    }

    private static Action<object, TextWriter>? WriterFor(string file) => Path.GetExtension(file).ToUpperInvariant() switch
    {
        ".PS1" => RemediesScript.PowerShell,
        ".SH" => RemediesScript.Shell,
        _ => null,
    };
}
