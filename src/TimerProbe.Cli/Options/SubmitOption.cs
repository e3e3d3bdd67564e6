namespace TimerProbe.Cli.Options;

/// <summary>A configuration may name a server too; the command line comes first.</summary>
internal sealed class SubmitOption(Command command)
{
    public const string Name = "--submit";
    public const string TokenFileName = "--submit-token-file";
    public const string CaFileName = "--submit-ca-file";

    private readonly DeclaredOption<string?> _url = command.Text(
        Name,
        "URL",
        "Also submit this run to the timerprobe-server at this address; if the server is unreachable, the run is queued locally, and the next run sends it.",
        Headings.Server)
        .Excludes("--anonymize", "--submit and --anonymize exclude each other: on the server pseudonyms would look like other machines");

    private readonly DeclaredOption<string?> _tokenFile = command.Text(
        TokenFileName,
        "FILE",
        "Read the token from the first line of this file, which only you may be able to read. [default: the variable TIMERPROBE_SUBMIT_TOKEN]",
        Headings.Server);

    private readonly DeclaredOption<string?> _caFile = command.Text(
        CaFileName, "FILE", "Trust certificates issued by the authorities in this PEM file, and no others.", Headings.Server);

    /// <summary>Where a run is submitted to; null for nowhere.</summary>
    public SubmitSettings? Read(ParseResult parsed, FileConfiguration configuration, bool anonymizes)
    {
        if (Settings(parsed, configuration.Submit) is not { } settings)
        {
            string[] details = [TokenFileName, CaFileName];
            return Array.Find(details, parsed.Has) is { } useless
                ? throw new UseCaseException(ExitCode.Usage, $"{useless} has no effect without --submit")
                : null;
        }

        if (SubmitSettings.Validate(settings.Url, settings.PlainHttp) is { } wrong)
        {
            throw new UseCaseException(ExitCode.Usage, $"{Name}: {wrong}");
        }

        return anonymizes
            ? throw new UseCaseException(
                ExitCode.Usage, "a run is submitted with its real names: remove --anonymize, \"anonymize\" or \"submit\"")
            : settings;
    }

    private SubmitSettings? Settings(ParseResult parsed, SubmitSettings? configured)
    {
        var named = parsed.GetValue(_url) is { } text ? GetUrl(text) : null;
        // The token of one server is no other server's business.
        var settings = named is null || named == configured?.Url ? configured : new SubmitSettings { Url = named };
        if (settings is null)
        {
            return null;
        }

        settings = parsed.GetValue(_tokenFile) is not { } file ? settings
            : settings with
            {
                TokenFile = new SecretReference(SecretKind.File, file, TokenFileName),
                TokenEnvironment = null,
                WindowsCredential = null
            };
        return settings with { CaFile = parsed.GetValue(_caFile) ?? settings.CaFile };
    }

    private static Uri GetUrl(string text) =>
        Uri.TryCreate(text, UriKind.Absolute, out var url)
            && (url.Scheme == Uri.UriSchemeHttps || url.Scheme == Uri.UriSchemeHttp)
            && url.Host.Length > 0
            ? url
            : throw new UseCaseException(ExitCode.Usage, $"{Name} takes an address that begins with https:// or http://");
}
