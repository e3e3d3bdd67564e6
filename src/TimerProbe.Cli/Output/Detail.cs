namespace TimerProbe.Cli.Output;

internal enum Detail
{
    Summary,

    Full,

    Verbose,
}
