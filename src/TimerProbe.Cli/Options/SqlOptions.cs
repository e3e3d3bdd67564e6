using System.CommandLine;
using System.Globalization;
using TimerProbe.Application;
using TimerProbe.Application.Configuration;
using TimerProbe.Application.Secrets;
using TimerProbe.Application.SqlRunning;
using TimerProbe.Cli.Output;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using TimerProbe.SqlServer;
using TimerProbe.SqlServer.Workloads;

namespace TimerProbe.Cli.Options;

internal sealed class SqlOptions(Command command, Terminal terminal)
{
    private const string All = "all";

    private static readonly SqlWorkload[] Every = Enum.GetValues<SqlWorkload>();
    private static readonly string[] Names = Array.ConvertAll(Every, workload => workload.ToDocumentName());

    private readonly SqlTargetOptions _target = new(command, terminal);
    private readonly Setting<string[]> _workloads = Workload(command);
    private readonly Setting<long?> _argument = command.Value<long?>(
        "--argument",
        "NUMBER",
        $"The number to test; a prime takes longest. [default: {WorkloadPlan.FieldArgument}, or --quick]",
        text => long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number >= 2 ? number : null,
        $"a whole number from 2 to {long.MaxValue}");
    private readonly Setting<bool> _quick = command.Flag(
        "--quick", "After short trials, choose a number whose test takes about a second. [default: when run interactively]")
        .Excludes("--argument", "--quick and --argument cannot be used together: --quick chooses the number");
    private readonly Setting<int?> _commits = command.Count(
        "--commits", "Rows for the commit workloads. [default: 20000]", 1, 10_000_000);
    private readonly Setting<int?> _repeat = command.Count(
        "--repeat",
        "Measured runs, after one warm-up run. [default: 3; statementCost and clockCalls at least 6]",
        SqlWorkloadFacts.FewestRuns,
        1_000);
    private readonly Setting<TimeSpan?> _timeout = command.Duration(
        "--timeout", "Time limit for one run. [default: 2m]", TimeSpan.FromSeconds(1));
    private readonly Setting<int?> _parallel = command.Count(
        "--parallel", "Concurrent sessions for each workload. [default: 1]", 1, 64);
    private readonly Setting<bool> _show = command.Flag("--show", "Print the T-SQL that would be sent, and connect to nothing.");
    private readonly Setting<bool> _yes = command.Flag("--yes", "Run without asking, however long it takes.");
    private readonly Setting<string?> _earlier = command.Text(
        "--earlier", "PATH", "Compare with the fastest earlier document (JSON) of the same instance in this file or folder.");
    private readonly AnonymizeOption _anonymize = new(command, terminal, "names");

    public bool IsToShow(ParseResult parsed) => parsed.GetValue(_show);

    /// <summary>The workloads asked for by name; null for all of them.</summary>
    public IReadOnlyList<SqlWorkload>? Workloads(ParseResult parsed) =>
        parsed.GetValue(_workloads) is { Length: > 0 } named && !named.Contains(All, StringComparer.Ordinal)
            ? [.. named.Select(name => Every[IndexOf(name)]).Distinct()]
            : null;

    /// <exception cref="UseCaseException">An option makes no sense.</exception>
    public SqlSettings Read(ParseResult parsed, FileConfiguration configuration, CancellationToken cancel)
    {
        var (target, server) = _target.Read(parsed, cancel);
        var quick = parsed.GetValue(_quick) || (parsed.GetValue(_argument) is null && terminal.CanAnswer);
        return new SqlSettings
        {
            Target = target,
            Server = server,
            Named = Workloads(parsed),
            Argument = quick ? null : parsed.GetValue(_argument) ?? WorkloadPlan.FieldArgument,
            Repeat = parsed.GetValue(_repeat) ?? SqlWorkloadFacts.FewestRuns,
            Commits = parsed.GetValue(_commits) ?? 20_000,
            Timeout = parsed.GetValue(_timeout) ?? TimeSpan.FromMinutes(2),
            Parallel = parsed.GetValue(_parallel) ?? 1,
            Yes = parsed.GetValue(_yes),
            Earlier = parsed.GetValue(_earlier),
            Mutes = configuration.Muting,
            Pseudonyms = _anonymize.Read(parsed, configuration.Anonymize),
        };
    }

    private static Setting<string[]> Workload(Command command)
    {
        var workload = command.Texts("--workload", "NAME", $"Run only these: {string.Join(", ", Names)}. [default: all]")
            .Refuse(result => result.GetValueOrDefault<string[]>()?.FirstOrDefault(name => name != All && IndexOf(name) < 0) is { } unknown
                ? $"--workload takes all, {string.Join(", ", Names)}, not '{unknown}'"
                : null);
        workload.AllowMultipleArgumentsPerToken = true;
        workload.CompletionSources.Add([All, .. Names]);
        return workload;
    }

    private static int IndexOf(string name) => Array.FindIndex(Names, known => known.Equals(name, StringComparison.OrdinalIgnoreCase));
}

internal sealed class SqlTargetOptions(Command command, Terminal terminal)
{
    private const string Local = "(local)";

    private readonly Setting<string?> _server = command.Text(
        "--server", "NAME", $@"The instance: NAME, NAME,PORT, NAME\INSTANCE or {Local}. [default: {Local}]", Headings.Access);
    private readonly Setting<string?> _database = command.Text(
        "--database", "NAME", "Run in this database. In tempdb no commit waits, so its storage is not tested. [default: tempdb]");
    private readonly PasswordOptions _password = new(
        command, terminal, "TIMERPROBE_SQL_PASSWORD", "Log in with this SQL login. [default: your Windows account]");
    private readonly Setting<bool> _trust = command.Flag(
        "--trust-server-certificate", "Skip certificate verification: exposes the password to anyone in between.", Headings.Access);

    /// <exception cref="UseCaseException">The server, the database or the login makes no sense.</exception>
    public (SqlServerTarget Target, SqlServerOptions Options) Read(ParseResult parsed, CancellationToken cancel)
    {
        var target = Target(parsed.GetValue(_server) ?? Local);
        var options = new SqlServerOptions { TrustServerCertificate = parsed.GetValue(_trust), ApplicationName = "timerprobe" };
        if (parsed.GetValue(_database) is { } database)
        {
            options = options with { Database = database };
        }

        if (_password.HasUser(parsed))
        {
            var login = _password.Read(parsed, [new LoginTarget(target.ToString())], cancel)[0];
            options = options with { Credential = login };
        }

        return (target, options);
    }

    private static SqlServerTarget Target(string text)
    {
        try
        {
            return SqlServerTarget.Parse(text);
        }
        catch (SqlServerException wrong)
        {
            throw new UseCaseException(Failure.Usage, $"'{Repeatable.Of(text)}' is not a valid server: {wrong.Message}", wrong);
        }
    }
}
