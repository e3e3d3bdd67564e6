namespace TimerProbe.Application;

/// <summary>A use case could not do what it was asked to. The message is a sentence the user can act on.</summary>
/// <param name="exitCode">How the program ends; Done for without a word, as nobody reads what it writes.</param>
/// <param name="innerException">What led to it; null for nothing.</param>
public sealed class UseCaseException(ExitCode exitCode, string message, Exception? innerException = null)
    : Exception(message, innerException)
{
    public ExitCode ExitCode { get; } = exitCode;
}
