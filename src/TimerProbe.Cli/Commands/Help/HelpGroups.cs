using System.CommandLine;

namespace TimerProbe.Cli.Commands.Help;

/// <summary>What commands and options are about, as their help groups them.</summary>
internal static class HelpGroups
{
    private const string Here = "In the slow machine";
    private const string Fleet = "For the fleet";
    private const string Program = "About this program";
    private const string Commands = "Commands";
    private const string Own = "Options";
    private const string Access = "Access";
    private const string Output = "Output";
    private const string Kept = "Configuration and store";
    private const string Submitted = "Server";
    private const string Common = "Common";

    private static readonly string[] Places = [Here, Fleet, Program, Commands, Own, Access, Output, Kept, Submitted, Common];

    private static readonly Dictionary<string, string> Groups = new(StringComparer.Ordinal)
    {
        ["check"] = Here,
        ["watch"] = Here,
        ["sql"] = Here,
        ["publish"] = Here,
        ["scan"] = Fleet,
        ["log"] = Fleet,
        ["history"] = Fleet,
        ["store"] = Fleet,
        ["report"] = Fleet,
        ["alerts"] = Fleet,
        ["config"] = Program,
        ["rules"] = Program,
        ["service"] = Program,
        ["field-check"] = Program,
        ["completion"] = Program,
        ["--server"] = Access,
        ["--user"] = Access,
        ["--password-file"] = Access,
        ["--password-stdin"] = Access,
        ["--ca-file"] = Access,
        ["--thumbprint"] = Access,
        ["--insecure"] = Access,
        ["--trust-server-certificate"] = Access,
        ["--output"] = Output,
        ["--metrics-detail"] = Output,
        ["--out"] = Output,
        ["--detail"] = Output,
        ["--steps"] = Output,
        ["--no-color"] = Output,
        ["--anonymize"] = Output,
        ["--fail-on"] = Output,
        ["--remedies"] = Output,
        ["--metrics"] = Output,
        ["--publish"] = Output,
        ["--tools-program"] = Output,
        ["--config"] = Kept,
        ["--save"] = Kept,
        ["--store"] = Kept,
        ["--submit"] = Submitted,
        ["--submit-token-file"] = Submitted,
        ["--submit-ca-file"] = Submitted,
        ["--submit-plain-http"] = Submitted,
        ["--help"] = Common,
        ["--version"] = Common,
        ["--verbose"] = Common,
    };

    /// <summary>The group of a command or option in the help of a command.</summary>
    public static string Of(Symbol symbol, Command command) => symbol is Command && command is not RootCommand ? Commands : Groups.GetValueOrDefault(symbol.Name, symbol is Command ? Commands : Own);

    /// <summary>Where a group stands.</summary>
    public static int Place(string group) => Array.IndexOf(Places, group);
}
