namespace TimerProbe.Cli.Output;

internal enum Detail
{
    Summary,

    /// <summary>Every figure, the commands of each remedy and what to know before they are run.</summary>
    Full,

    /// <summary>That, and all that could not be read.</summary>
    Verbose,
}
