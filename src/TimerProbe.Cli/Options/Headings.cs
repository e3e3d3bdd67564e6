namespace TimerProbe.Cli.Options;

internal static class Headings
{
    public const string Here = "In the slow machine";
    public const string Fleet = "For the fleet";
    public const string Program = "About this program";
    public const string Commands = "Commands";
    public const string Own = "Options";
    public const string Access = "Access";
    public const string Output = "Output";
    public const string Store = "Configuration and store";
    public const string Server = "Server";
    public const string Common = "Common";

    public static readonly string[] All = [Here, Fleet, Program, Commands, Own, Access, Output, Store, Server, Common];
}
