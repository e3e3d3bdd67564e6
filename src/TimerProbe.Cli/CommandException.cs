namespace TimerProbe.Cli;

/// <summary>An error that was to be expected, with a sentence the user can act on.</summary>
internal sealed class CommandException : Exception
{
    public CommandException(ExitCode exitCode, string message, Exception? innerException = null)
        : base(message, innerException) => ExitCode = exitCode;

    public ExitCode ExitCode { get; }
}
