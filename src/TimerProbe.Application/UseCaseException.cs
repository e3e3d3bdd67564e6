namespace TimerProbe.Application;

/// <summary>A use case could not do what it was asked to. The message is a sentence the user can act on.</summary>
/// <param name="innerException">What led to it; null for nothing.</param>
public sealed class UseCaseException(Failure failure, string message, Exception? innerException = null) : Exception(message, innerException)
{
    public Failure Failure { get; } = failure;
}
