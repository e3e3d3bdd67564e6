namespace TimerProbe.Cli.Options;

internal sealed class ScanTargetOptions(Command command, Terminal terminal)
{
    private const string CaFile = "--ca-file";
    private const string Thumbprint = "--thumbprint";
    private const string OneTrust = "--ca-file, --thumbprint and --insecure cannot be used together";

    private readonly Argument<string[]> _servers = Servers(command);
    private readonly PasswordOptions _password = new(
        command, terminal, LoginTarget.VCenterVariable, "Log in as this user, such as scan@vsphere.local.");
    private readonly DeclaredOption<string?> _caFile = command.Text(
        CaFile, "FILE", "Trust certificates issued by the authorities in this PEM file.", Headings.Access);
    private readonly DeclaredOption<string[]> _thumbprint = command.Texts(
        Thumbprint,
        "SHA256",
        "Trust the one certificate with this SHA-256 thumbprint; with several servers HOST=SHA256, once for each.",
        Headings.Access)
        .Excludes(CaFile, OneTrust);
    private readonly DeclaredOption<bool> _insecure = command.Flag(
        "--insecure", "Skip certificate verification: exposes the password to anyone in between.", Headings.Access)
        .Excludes(CaFile, OneTrust)
        .Excludes(Thumbprint, OneTrust);

    /// <summary>The servers of the command line, else those of the configuration; what the command line says of one comes first.</summary>
    public IReadOnlyList<ScanTarget> Read(ParseResult parsed, FileConfiguration configuration, CancellationToken cancellationToken)
    {
        try
        {
            var vcenters = Chosen(parsed, configuration);
            vcenters = vcenters.ConvertAll(vcenter => Trusted(parsed, vcenter, vcenters.Count));
            var options = vcenters.ConvertAll(vcenter => vcenter.Options(cancellationToken));
            var logins = _password.Read(parsed, vcenters.ConvertAll(vcenter => vcenter.Login), cancellationToken);
            return [.. vcenters.Select((vcenter, i) => new ScanTarget(vcenter, logins[i], options[i]))];
        }
        catch (VSphereException ex) when (ex.Kind == VSphereErrorKind.Configuration)
        {
            throw new UseCaseException(ExitCode.Usage, ex.Message, ex);
        }
    }

    private List<VCenterSettings> Chosen(ParseResult parsed, FileConfiguration configuration)
    {
        var named = (parsed.GetValue(_servers) ?? []).Select(Parse).Distinct().ToList();
        if (named.Count > 0)
        {
            return named.ConvertAll(server =>
                configuration.VCenters.FirstOrDefault(center => center.Server == server) ?? new VCenterSettings { Server = server });
        }

        return configuration.VCenters.Count > 0
            ? [.. configuration.VCenters]
            : throw new UseCaseException(ExitCode.Usage, configuration.File.Length == 0
                ? "specify which vCenters to read: HOST, or --config FILE"
                : $"{configuration.File} names no vCenter: add \"vcenters\", or specify HOST");
    }

    private static VSphereServer Parse(string text)
    {
        try
        {
            return VSphereServer.Parse(text);
        }
        catch (VSphereException ex)
        {
            throw new UseCaseException(ExitCode.Usage, $"'{PlainText.WithoutPassword(text)}' is not a valid address: {ex.Message}", ex);
        }
    }

    private VCenterSettings Trusted(ParseResult parsed, VCenterSettings vcenter, int servers) =>
        parsed.GetValue(_insecure) ? vcenter with { Insecure = true }
        : parsed.GetValue(_caFile) is { } file ? vcenter with { Insecure = false, CaFile = file }
        : parsed.GetValue(_thumbprint) is { Length: > 0 } thumbprints
            ? vcenter with { Insecure = false, CaFile = null, Thumbprint = GetThumbprint(vcenter.Server, thumbprints, servers) }
        : vcenter;

    private static string GetThumbprint(VSphereServer server, string[] thumbprints, int servers)
    {
        if (servers == 1 && thumbprints is [var only] && !only.Contains('=', StringComparison.Ordinal))
        {
            return only;
        }

        var prefix = $"{server}=";
        return Array.Find(thumbprints, item => item.StartsWith(prefix, StringComparison.OrdinalIgnoreCase))?[prefix.Length..]
            ?? throw new UseCaseException(
                ExitCode.Usage, $"there is no thumbprint for {server}: with several servers, pass --thumbprint {server}=SHA256 for each");
    }

    private static Argument<string[]> Servers(Command command)
    {
        var servers = command.Positional<string[]>(
            "HOST",
            "A vCenter or a single ESXi host, as HOST or HOST:PORT; several are read at once. [default: those in --config]",
            ArgumentArity.ZeroOrMore);
        // An option that does not exist is not the name of a server: a password after it would be looked up and reported.
        command.Validate(result => Array.Find(result.GetValue(servers) ?? [], server => server.StartsWith('-')) is { } unknown
            ? $"there is no option '{unknown.Split('=', ':')[0]}'"
            : null);
        return servers;
    }
}
