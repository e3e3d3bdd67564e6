using System.CommandLine;
using System.CommandLine.Parsing;
using TimerProbe.Application;
using TimerProbe.Application.Configuration;
using TimerProbe.Application.Configuration.Reading;
using TimerProbe.Cli.Output;

namespace TimerProbe.Cli.Options;

/// <summary>--config: the configuration file. None is read that was not named.</summary>
internal sealed class ConfigOption
{
    private const string Variable = "TIMERPROBE_CONFIG";

    private readonly Option<string?> _option = new("--config")
    {
        Description = $"Read this configuration file; command-line options take precedence. [default: the variable {Variable}, else none]",
        HelpName = "FILE",
    };

    public void AddTo(Command command) => command.Options.Add(_option);

    public string? FileOf(ParseResult parsed) => OrVariable(parsed.GetValue(_option));

    public string? FileOf(SymbolResult result) => OrVariable(result.GetValue(_option));

    /// <summary>The file that is named; an empty configuration when none is.</summary>
    /// <exception cref="UseCaseException">It cannot be read, or something is wrong with it.</exception>
    public FileConfiguration Read(ParseResult parsed, Terminal terminal, CancellationToken cancel) =>
        FileOf(parsed) is { } file ? ConfigurationFile.Read(file, terminal, cancel) : new FileConfiguration();

    private static string? OrVariable(string? given) =>
        given ?? (Environment.GetEnvironmentVariable(Variable) is { Length: > 0 } file ? file : null);
}
