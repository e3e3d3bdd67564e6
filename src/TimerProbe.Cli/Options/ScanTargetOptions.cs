using System.CommandLine;
using TimerProbe.Application;
using TimerProbe.Application.Configuration;
using TimerProbe.Application.Scanning;
using TimerProbe.Application.Secrets;
using TimerProbe.Cli.Output;
using TimerProbe.VSphere;

namespace TimerProbe.Cli.Options;

internal sealed class ScanTargetOptions(Terminal terminal)
{
    public const string UserHelp = "Log in as this user, such as scan@vsphere.local.";

    private readonly Argument<string[]> _servers = new("HOST")
    {
        Description = "A vCenter or a single ESXi host, as HOST or HOST:PORT; several are read at once. [default: those in --config]",
        Arity = ArgumentArity.ZeroOrMore,
    };

    private readonly PasswordOptions _password = new(terminal, LoginTarget.VCenterVariable, UserHelp);

    private readonly Option<string?> _caFile = new("--ca-file")
    {
        Description = "Trust certificates issued by the authorities in this PEM file.",
        HelpName = "FILE",
    };

    private readonly Option<string[]> _thumbprint = new("--thumbprint")
    {
        Description = "Trust the one certificate with this SHA-256 thumbprint; with several servers HOST=SHA256, once for each.",
        HelpName = "SHA256",
    };

    private readonly Option<bool> _insecure = new("--insecure")
    {
        Description = "Skip certificate verification: exposes the password to anyone in between.",
    };

    private readonly Option<int?> _concurrency = CountOption.Create(
        "--concurrency", "Requests to one server at once, 1 to 8. [default: 2]", 1, VSphereOptions.MaxConcurrency);

    private readonly Option<bool> _proxy = new("--use-proxy") { Description = "Connect through the proxy in HTTPS_PROXY." };

    public void AddTo(Command command)
    {
        command.Arguments.Add(_servers);
        _password.AddTo(command);
        command.Options.Add(_caFile);
        command.Options.Add(_thumbprint);
        command.Options.Add(_insecure);
        command.Options.Add(_concurrency);
        command.Options.Add(_proxy);
        command.Validators.Add(result =>
        {
            // An option that does not exist is not the name of a server: a password after it would be looked up and reported.
            if (Array.Find(result.GetValue(_servers) ?? [], server => server.StartsWith('-')) is { } unknown)
            {
                result.AddError($"there is no option '{unknown.Split('=', ':')[0]}'");
            }

            var trusts = new[]
            {
                result.GetValue(_caFile) is not null,
                result.GetValue(_thumbprint) is { Length: > 0 },
                result.GetValue(_insecure)
            };
            if (trusts.Count(given => given) > 1)
            {
                result.AddError("--ca-file, --thumbprint and --insecure cannot be used together");
            }
        });
    }

    /// <summary>The servers of the command line, else those of the configuration; what the command line says of one comes first.</summary>
    /// <exception cref="UseCaseException">An address, a certificate option or a login makes no sense.</exception>
    public IReadOnlyList<ScanTarget> Read(ParseResult parsed, FileConfiguration configuration, CancellationToken cancel)
    {
        try
        {
            var vcenters = Chosen(parsed, configuration);
            var options = vcenters.Select(vcenter => new VSphereOptions
            {
                Trust = TrustFor(parsed, vcenter, vcenters.Count, cancel),
                Concurrency = parsed.GetValue(_concurrency) ?? vcenter.Concurrency ?? new VSphereOptions().Concurrency,
                UseProxy = parsed.GetValue(_proxy) || vcenter.UseProxy,
            }).ToList();
            var logins = _password.Read(
                parsed,
                [.. vcenters.Select(vcenter => new LoginTarget(vcenter.Server.ToString(), vcenter.User, vcenter.Password))],
                cancel);
            return [.. vcenters.Select((vcenter, i) => ConfiguredScan.TargetOf(vcenter, logins[i], options[i]))];
        }
        catch (VSphereException wrong) when (wrong.Kind == VSphereErrorKind.Configuration)
        {
            throw new UseCaseException(Failure.Usage, wrong.Message, wrong);
        }
    }

    private List<VCenterSettings> Chosen(ParseResult parsed, FileConfiguration configuration)
    {
        var named = (parsed.GetValue(_servers) ?? []).Select(Parse).Distinct().ToList();
        if (named.Count > 0)
        {
            return named.ConvertAll(server =>
                configuration.VCenters.FirstOrDefault(each => each.Server == server) ?? new VCenterSettings { Server = server });
        }

        return configuration.VCenters.Count > 0
            ? [.. configuration.VCenters]
            : throw new UseCaseException(Failure.Usage, configuration.File.Length == 0
                ? "specify which vCenters to read: HOST, or --config FILE"
                : $"{configuration.File} names no vCenter: add \"vcenters\", or specify HOST");
    }

    private static VSphereServer Parse(string text)
    {
        try
        {
            return VSphereServer.Parse(text);
        }
        catch (VSphereException wrong)
        {
            throw new UseCaseException(Failure.Usage, $"'{Repeatable.Of(text)}' is not a valid address: {wrong.Message}", wrong);
        }
    }

    private ServerTrust TrustFor(ParseResult parsed, VCenterSettings vcenter, int servers, CancellationToken cancel) =>
        parsed.GetValue(_insecure) ? ServerTrust.Insecure
        : parsed.GetValue(_caFile) is { } file ? ServerTrust.IssuedBy(file, cancel)
        : parsed.GetValue(_thumbprint) is { Length: > 0 } thumbprints
            ? ServerTrust.Pinned(ThumbprintOf(vcenter.Server, thumbprints, servers))
        : vcenter.Trust(cancel);

    private static string ThumbprintOf(VSphereServer server, string[] thumbprints, int servers)
    {
        if (servers == 1 && thumbprints is [var only] && !only.Contains('=', StringComparison.Ordinal))
        {
            return only;
        }

        var prefix = $"{server}=";
        return Array.Find(thumbprints, each => each.StartsWith(prefix, StringComparison.OrdinalIgnoreCase))?[prefix.Length..]
            ?? throw new UseCaseException(
                Failure.Usage, $"there is no thumbprint for {server}: with several servers, pass --thumbprint {server}=SHA256 for each");
    }
}
