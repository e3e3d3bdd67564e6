using System.CommandLine;
using TimerProbe.Cli.Commands.Report;
using TimerProbe.Cli.Options;
using TimerProbe.Cli.Output;
using TimerProbe.SqlServer;

namespace TimerProbe.Cli.Commands.Sql;

/// <summary><c>timerprobe sql</c>.</summary>
internal sealed class SqlCommand(Terminal terminal, TimeProvider time)
{
    private readonly SqlOptions _options = new(terminal);
    private readonly OutputOptions _output = new(DocumentForms.Sql.Formats);
    private readonly FailOnOption _failOn = new();
    private readonly KeepOptions _keep = new(reads: true, time, terminal);

    public Command Create()
    {
        var command = new ExampleCommand("sql", "Run a T-SQL workload on a SQL Server beside controls: is it the clock, the CPU or the storage?")
        {
            Examples =
            [
                ("timerprobe sql", "the instance on this machine, with your Windows account"),
                ("timerprobe sql --server DB01 --user probe --database TimerProbe", "another machine's, with a SQL login; asks for the password"),
                (@"timerprobe sql --server ""DB01\SALES"" --argument 1000000000000037 --yes --output json --out db01.json", "the field's number, unattended"),
                ("timerprobe sql --server DB01 --user probe --save", "kept; later runs with --store or --save are held against it"),
                ("timerprobe sql --server DB01 --workload primality clockCalls --earlier runs", "two workloads, held against earlier documents"),
            ],
        };
        _options.AddTo(command);
        _output.AddTo(command);
        _failOn.AddTo(command);
        _keep.AddTo(command, _options.Anonymize);
        command.SetAction(RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancel)
    {
        var output = _output.Read(parsed);
        using var destination = DocumentOutput.Open(terminal, output);
        var configuration = _keep.ReadConfiguration(parsed, cancel);
        await using var kept = await _keep.OpenAsync(parsed, configuration, cancel);
        try
        {
            var (document, partial) = await new SqlServerRun(_options.Read(parsed, configuration, cancel), kept.Store, time, terminal).RunAsync(cancel);
            DocumentForms.Sql.Write(document, output.Format, output.Style(terminal), parsed.GetValue<bool>(VerboseOption.Name), destination);
            await kept.SaveAsync((store, options) => store.SaveAsync(document, options, cancel), cancel);
            var code = _failOn.Judge(parsed, document.Findings, configuration.FailOn);
            return (int)(code == ExitCode.Done && partial ? ExitCode.Partial : code);
        }
        catch (SqlServerException failed)
        {
            throw new CommandException(CodeOf(failed.Kind), failed.Message, failed);
        }
    }

    private static ExitCode CodeOf(SqlServerErrorKind kind) => kind switch
    {
        SqlServerErrorKind.Configuration => ExitCode.Usage,
        SqlServerErrorKind.NotPossibleHere or SqlServerErrorKind.NoPermission or SqlServerErrorKind.ReadOnlyDatabase => ExitCode.NotPossible,
        _ => ExitCode.NoTarget,
    };
}
