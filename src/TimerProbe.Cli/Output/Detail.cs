namespace TimerProbe.Cli.Output;

/// <summary>How much text for people says.</summary>
internal enum Detail
{
    /// <summary>The answer on one screen.</summary>
    Summary,

    /// <summary>Every figure, the commands of each remedy and what to know before they are run.</summary>
    Full,

    /// <summary>That, and all that could not be read.</summary>
    Verbose,
}
