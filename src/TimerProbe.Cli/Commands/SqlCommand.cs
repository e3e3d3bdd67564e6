using System.CommandLine;
using TimerProbe.Application.Saving;
using TimerProbe.Application.SqlRunning;
using TimerProbe.Cli.Commands.Help;
using TimerProbe.Cli.Options;
using TimerProbe.Cli.Output;
using TimerProbe.Cli.Output.Forms;

namespace TimerProbe.Cli.Commands;

internal sealed class SqlCommand(Command command, Terminal terminal, TimeProvider time)
{
    public const string Name = "sql";

    private readonly SqlOptions _options = new(command, terminal);
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
            ("timerprobe sql --server DB01 --workload primality clockCalls --earlier runs", "two workloads, compared with earlier documents"),
            ("timerprobe sql --show --workload primality", "print the T-SQL that would be sent, and connect to nothing"),
        ],
    }.Doing(command => new SqlCommand(command, terminal, time).RunAsync);

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancel)
    {
        if (_options.IsToShow(parsed))
        {
            terminal.Out.Write(ScriptPreview.Text(_options.Workloads(parsed)));
            return 0;
        }

        using var output = _output.Open(terminal, DocumentForms.Sql, parsed);
        var run = _run.Read(parsed, cancel);
        await using var saved = await run.OpenStoreAsync(cancel);
        using var submission = run.OpenSubmission(cancel);
        var settings = _options.Read(parsed, run.Configuration, cancel);
        var result = await new SqlServerRun(settings, saved.Store, run.Context).RunAsync(cancel);
        await RunSettings.SaveAsync(
            saved, submission, RunResult.From(result.Document), () => output.Write(result.Document, saved.Facts), cancel);
        return (int)_failOn.Judge(
            parsed,
            result.Document.Findings,
            run.Configuration.FailOn,
            result.Partial || saved.IsPartial || submission is { IsPartial: true });
    }
}
