namespace TimerProbe.Cli.Commands;

internal sealed class SqlCommand(Command command, Terminal terminal, TimeProvider time)
{
    public const string Name = "sql";

    private const string All = "all";
    private const string Local = "(local)";

    private static readonly SqlWorkload[] Every = Enum.GetValues<SqlWorkload>();
    private static readonly string[] Names = Array.ConvertAll(Every, workload => workload.ToDocumentName());

    private readonly DeclaredOption<string?> _server = command.Text(
        "--server", "NAME", $@"The instance: NAME, NAME,PORT, NAME\INSTANCE or {Local}. [default: {Local}]", Headings.Access);
    private readonly DeclaredOption<string?> _database = command.Text(
        "--database", "NAME", "Run in this database. In tempdb no commit waits, so its storage is not tested. [default: tempdb]");
    private readonly PasswordOptions _password = new(
        command, terminal, "TIMERPROBE_SQL_PASSWORD", "Log in with this SQL login. [default: your Windows account]");
    private readonly DeclaredOption<bool> _trust = command.Flag(
        "--trust-server-certificate", "Skip certificate verification: exposes the password to anyone in between.", Headings.Access);
    private readonly DeclaredOption<string[]> _workloads = Workload(command);
    private readonly DeclaredOption<long?> _argument = command.Value<long?>(
        "--argument",
        "NUMBER",
        $"The number to test; a prime takes longest. [default: {WorkloadPlan.FieldArgument}, or --quick]",
        text => long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number >= 2 ? number : null,
        $"a whole number from 2 to {long.MaxValue}");
    private readonly DeclaredOption<bool> _quick = command.Flag(
        "--quick", "After short trials, choose a number whose test takes about a second. [default: when run interactively]")
        .Excludes("--argument", "--quick and --argument cannot be used together: --quick chooses the number");
    private readonly DeclaredOption<int?> _repeat = command.Count(
        "--repeat",
        "Measured runs, after one warm-up run. [default: 3; statementCost and clockCalls at least 6]",
        SqlWorkloadFacts.MinRuns,
        1_000);
    private readonly DeclaredOption<TimeSpan?> _timeout = command.Duration(
        "--timeout", "Time limit for one run. [default: 2m]", TimeSpan.FromSeconds(1));
    private readonly DeclaredOption<bool> _show = command.Flag("--show", "Print the T-SQL that would be sent, and connect to nothing.");
    private readonly DeclaredOption<bool> _yes = command.Flag("--yes", "Run without asking, however long it takes.");
    private readonly AnonymizeOption _anonymize = new(command, terminal, "names");
    private readonly OutputOptions _output = new(command, DocumentForms.Sql.Formats);
    private readonly FailOnOption _failOn = new(command);
    private readonly RunOptions _run = new(command, reads: true, terminal, time);

    public static Command Create(Terminal terminal, TimeProvider time) => new ExampleCommand(
        Name, "Run a T-SQL workload and controls on a SQL Server: is it the clock, the CPU or, with --database, its storage?", Headings.Here)
    {
        Examples =
        [
            ("timerprobe sql", "the instance on this machine, with your Windows account"),
            ("timerprobe sql --server DB01 --user probe --database TimerProbe", "an instance on another machine, with a SQL login; asks for the password"),
            (@"timerprobe sql --server ""DB01\SALES"" --argument 1000000000000037 --yes --output json --out db01.json", "test the number used in the field, unattended"),
            ("timerprobe sql --server DB01 --user probe --save", "save the run: later runs with --store or --save are compared with it"),
            ("timerprobe sql --server DB01 --workload primality clockCalls", "two workloads alone"),
            ("timerprobe sql --show --workload primality", "print the T-SQL that would be sent, and connect to nothing"),
        ],
    }.WithHandler(command => new SqlCommand(command, terminal, time).RunAsync);

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        if (parsed.GetValue(_show))
        {
            terminal.Out.Write(Script(Workloads(parsed)));
            return 0;
        }

        using var output = _output.Open(terminal, DocumentForms.Sql, parsed);
        var run = _run.Read(parsed, cancellationToken);
        await using var saved = await run.OpenStoreAsync(cancellationToken);
        using var submission = run.OpenSubmission(cancellationToken);
        var settings = Read(parsed, run.Configuration, cancellationToken);
        var result = await new SqlServerRun(settings, saved.Store, run.Context).RunAsync(cancellationToken);
        await RunSettings.SaveAsync(
            saved, submission, RunResult.From(result.Document), () => output.Write(result.Document, saved.Facts), cancellationToken);
        _output.SayFile(terminal, parsed, SqlSummary.From(result.Document).State);
        return (int)_failOn.Judge(
            parsed,
            result.Document.Findings,
            run.Configuration.FailOn,
            result.IsPartial || saved.IsPartial || submission is { IsPartial: true });
    }

    /// <summary>The workloads asked for by name; null for all of them.</summary>
    private IReadOnlyList<SqlWorkload>? Workloads(ParseResult parsed) =>
        parsed.GetValue(_workloads) is { Length: > 0 } named && !named.Contains(All)
            ? [.. named.Select(name => Every[IndexOf(name)]).Distinct()]
            : null;

    /// <exception cref="UseCaseException">An option makes no sense.</exception>
    private SqlSettings Read(ParseResult parsed, FileConfiguration configuration, CancellationToken cancellationToken)
    {
        var target = ReadServer(parsed.GetValue(_server) ?? Local);
        var quick = parsed.GetValue(_quick) || (parsed.GetValue(_argument) is null && terminal.CanAnswer);
        return new SqlSettings
        {
            Target = target,
            Server = ReadOptions(parsed, target, cancellationToken),
            Named = Workloads(parsed),
            Argument = quick ? null : parsed.GetValue(_argument) ?? WorkloadPlan.FieldArgument,
            Repeat = parsed.GetValue(_repeat) ?? SqlWorkloadFacts.MinRuns,
            Timeout = parsed.GetValue(_timeout) ?? TimeSpan.FromMinutes(2),
            Yes = parsed.GetValue(_yes),
            Mutes = configuration.Muting,
            Pseudonyms = _anonymize.Read(parsed, configuration.Anonymize),
        };
    }

    private static SqlServerTarget ReadServer(string text)
    {
        try
        {
            return SqlServerTarget.Parse(text);
        }
        catch (SqlServerException ex)
        {
            throw new UseCaseException(ExitCode.Usage, $"'{PlainText.WithoutPassword(text)}' is not a valid server: {ex.Message}", ex);
        }
    }

    private SqlServerOptions ReadOptions(ParseResult parsed, SqlServerTarget target, CancellationToken cancellationToken)
    {
        var options = new SqlServerOptions { TrustServerCertificate = parsed.GetValue(_trust), ApplicationName = "timerprobe" };
        if (parsed.GetValue(_database) is { } database)
        {
            options = options with { Database = database };
        }

        if (_password.HasUser(parsed))
        {
            var login = _password.Read(parsed, [new LoginTarget(target.ToString())], cancellationToken)[0];
            options = options with { Credential = login };
        }

        return options;
    }

    private static DeclaredOption<string[]> Workload(Command command)
    {
        var workload = command.Texts("--workload", "NAME", $"Run only these: {string.Join(", ", Names)}. [default: all]")
            .Validate(result =>
                result.GetValueOrDefault<string[]>()?.FirstOrDefault(name => name != All && IndexOf(name) < 0) is { } unknown
                ? $"--workload takes all, {string.Join(", ", Names)}, not '{unknown}'"
                : null);
        workload.AllowMultipleArgumentsPerToken = true;
        workload.CompletionSources.Add([All, .. Names]);
        return workload;
    }

    private static int IndexOf(string name) => Array.FindIndex(Names, known => known.Equals(name, StringComparison.OrdinalIgnoreCase));

    private static string Script(IReadOnlyList<SqlWorkload>? named)
    {
        var text = new StringBuilder("""
            -- What timerprobe sql sends, as it is in the program: nothing was connected to. The server's version chooses among texts of one name; .15 is for 2019 and later.
            -- $(Object) and $(Table) are names of a run, such as TimerProbe_ and 32 digits. @number and @count are parameters: --argument and the like, or what --quick chooses.
            -- Sent first, and at the end to drop what was made:

            """.ReplaceLineEndings("\n"));
        Append(text, WorkloadPlan.ScriptsOfAnyRun);
        foreach (var workload in (named ?? Every).Where(workload => workload != SqlWorkload.PrimalityClient))
        {
            text.Append("\n-- Workload ").Append(workload.ToDocumentName()).Append(":\n");
            Append(text, WorkloadPlan.GetScripts(workload));
        }

        return text.ToString();
    }

    private static void Append(StringBuilder text, IReadOnlyList<SqlScript> scripts)
    {
        foreach (var script in scripts)
        {
            text.Append("\n-- ").Append(script.Name).Append(".sql\n").Append(script.Text.TrimEnd('\n')).Append("\nGO\n");
        }
    }
}
