using System.CommandLine;

namespace TimerProbe.Cli.Options;

internal sealed class RemediesOption(Command command)
{
    private readonly DeclaredOption<string?> _option = command.Text(
        "--remedies",
        "FILE",
        "Write a script of the proposed changes, PowerCLI (.ps1) or govc (.sh); it changes nothing until told to.",
        Headings.Output)
        .Refuse(result => result.GetValueOrDefault<string?>() is { } file && WriterFor(file) is null
            ? $"--remedies takes a file that ends in .ps1 or .sh, not '{file}'"
            : OutputOptions.Replaced(result, result.GetValueOrDefault<string?>()))
        .Excludes("--anonymize", "--remedies and --anonymize cannot be used together: commands need the real names");

    /// <summary>Opens the script before the work begins; null when none is wanted.</summary>
    public RemediesOutput? Open(Terminal terminal, ParseResult parsed)
    {
        if (parsed.GetValue(_option) is not { } file)
        {
            return null;
        }

        var destination = DocumentOutput.Open(terminal, new OutputSettings("", file, NoColor: true));
        return new RemediesOutput(
            destination,
            WriterFor(file)!,
            () => terminal.Tell($"wrote the proposed changes to {file}: read it before you run it; it changes nothing until told to"));
    }

    private static Action<object, TextWriter>? WriterFor(string file) => Path.GetExtension(file).ToUpperInvariant() switch
    {
        ".PS1" => RemediesScript.PowerShell,
        ".SH" => RemediesScript.Shell,
        _ => null,
    };
}

internal sealed class RemediesOutput(DocumentOutput destination, Action<object, TextWriter> writer, Action report) : IDisposable
{
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

    public void Write(object document)
    {
        destination.Write((TextWriter output) => writer(document, output));
        report();
    }

    public void Dispose() => destination.Dispose();
}
