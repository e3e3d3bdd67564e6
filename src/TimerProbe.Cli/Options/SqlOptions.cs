using System.CommandLine;
using System.Globalization;
using TimerProbe.Application;
using TimerProbe.Application.Configuration;
using TimerProbe.Application.SqlRunning;
using TimerProbe.Cli.Output;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using TimerProbe.SqlServer;
using TimerProbe.SqlServer.Workloads;

namespace TimerProbe.Cli.Options;

internal sealed class SqlOptions(Terminal terminal)
{
    private const int LeastSeconds = 1;
    private const int MostSessions = 64;

    private readonly SqlTargetOptions _target = new(terminal);
    private readonly Option<SqlWorkload[]?> _workloads = WorkloadOption.Create();
    private readonly Option<long?> _argument = Argument();
    private readonly Option<bool> _quick = new("--quick")
    {
        Description = "After short trials, choose a number whose test takes about a second. [default: when run interactively]",
    };

    private readonly Option<int?> _commits = CountOption.Create(
        "--commits", "Rows for the commit workloads. [default: 20000]", 1, 10_000_000);
    private readonly Option<int?> _repeat = CountOption.Create(
        "--repeat",
        "Measured runs, after one warm-up run. [default: 3; statementCost and clockCalls at least 6]",
        SqlWorkloadFacts.FewestRuns,
        1_000);

    private readonly Option<TimeSpan?> _timeout = DurationOption.Create(
        "--timeout", "Time limit for one run. [default: 2m]", TimeSpan.FromSeconds(LeastSeconds));
    private readonly Option<int?> _parallel = CountOption.Create(
        "--parallel", "Concurrent sessions for each workload. [default: 1]", 1, MostSessions);
    private readonly Option<bool> _show = new("--show") { Description = "Print the T-SQL that would be sent, and connect to nothing." };
    private readonly Option<bool> _yes = new("--yes") { Description = "Run without asking, however long it takes." };
    private readonly Option<string?> _earlier = new("--earlier")
    {
        Description = "Compare with the fastest earlier document (JSON) of the same instance in this file or folder.",
        HelpName = "PATH",
    };

    public AnonymizeOption Anonymize { get; } = new(terminal, "names");

    public void AddTo(Command command)
    {
        _target.AddTo(command);
        command.Options.Add(_workloads);
        command.Options.Add(_argument);
        command.Options.Add(_quick);
        command.Options.Add(_commits);
        command.Options.Add(_repeat);
        command.Options.Add(_timeout);
        command.Options.Add(_parallel);
        command.Options.Add(_show);
        command.Options.Add(_yes);
        command.Options.Add(_earlier);
        command.Options.Add(Anonymize.Option);
        command.Validators.Add(result =>
        {
            if (result.GetValue(_quick) && result.GetValue(_argument) is not null)
            {
                result.AddError("--quick and --argument cannot be used together: --quick chooses the number");
            }
        });
    }

    public bool IsToShow(ParseResult parsed) => parsed.GetValue(_show);

    /// <summary>The workloads asked for by name; null for all of them.</summary>
    public IReadOnlyList<SqlWorkload>? Workloads(ParseResult parsed) => parsed.GetValue(_workloads) is { Length: > 0 } named ? named : null;

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
            Pseudonyms = Anonymize.Read(parsed, configuration.Anonymize),
        };
    }

    private static Option<long?> Argument() => new("--argument")
    {
        Description = $"The number to test; a prime takes longest. [default: {WorkloadPlan.FieldArgument}, or --quick]",
        HelpName = "NUMBER",
        CustomParser = result =>
        {
            var text = result.Tokens[0].Value;
            if (long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number >= 2)
            {
                return number;
            }

            result.AddError($"--argument takes a whole number from 2 to {long.MaxValue}, not '{text}'");
            return null;
        },
    };
}

internal static class WorkloadOption
{
    private const string All = "all";

    private static readonly SqlWorkload[] Workloads = Enum.GetValues<SqlWorkload>();
    private static readonly string[] Names = Array.ConvertAll(Workloads, workload => workload.ToDocumentName());

    /// <summary>Null stands for all.</summary>
    public static Option<SqlWorkload[]?> Create()
    {
        var option = new Option<SqlWorkload[]?>("--workload")
        {
            Description = $"Run only these: {string.Join(", ", Names)}. [default: all]",
            HelpName = "NAME",
            Arity = ArgumentArity.OneOrMore,
            AllowMultipleArgumentsPerToken = true,
            CustomParser = result =>
            {
                var names = result.Tokens.Select(token => token.Value).ToList();
                if (names.Find(name => name != All && IndexOf(name) < 0) is { } unknown)
                {
                    result.AddError($"--workload takes all, {string.Join(", ", Names)}, not '{unknown}'");
                    return null;
                }

                return names.Contains(All, StringComparer.Ordinal) ? null : [.. names.Select(name => Workloads[IndexOf(name)]).Distinct()];
            },
        };
        option.CompletionSources.Add([All, .. Names]);
        return option;
    }

    private static int IndexOf(string name) => Array.FindIndex(Names, known => known.Equals(name, StringComparison.OrdinalIgnoreCase));
}

internal sealed class SqlTargetOptions(Terminal terminal)
{
    private const string Local = "(local)";

    private readonly Option<string?> _server = new("--server")
    {
        Description = $@"The instance: NAME, NAME,PORT, NAME\INSTANCE or {Local}. [default: {Local}]",
        HelpName = "NAME",
    };

    private readonly Option<string?> _database = new("--database")
    {
        Description = "Run in this database. In tempdb no commit waits, so its storage is not tested. [default: tempdb]",
        HelpName = "NAME",
    };

    private readonly PasswordOptions _password = new(
        terminal, "TIMERPROBE_SQL_PASSWORD", "Log in with this SQL login. [default: your Windows account]");

    private readonly Option<bool> _trust = new("--trust-server-certificate")
    {
        Description = "Skip certificate verification: exposes the password to anyone in between.",
    };

    public void AddTo(Command command)
    {
        command.Options.Add(_server);
        command.Options.Add(_database);
        _password.AddTo(command);
        command.Options.Add(_trust);
    }

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
            var login = _password.Read(parsed, [target.ToString()], cancel)[0];
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
