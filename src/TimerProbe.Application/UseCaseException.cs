namespace TimerProbe.Application;

/// <summary>A use case could not do what it was asked to. The message is a sentence the user can act on.</summary>
/// <param name="failure">Its kind.</param>
/// <param name="message">The sentence, without a full stop; it may name things of outside, and holds no secret.</param>
/// <param name="innerException">What led to it; null for nothing.</param>
public sealed class UseCaseException(Failure failure, string message, Exception? innerException = null) : Exception(message, innerException)
{
    /// <summary>Its kind.</summary>
    public Failure Failure { get; } = failure;
}
