using TimerProbe.Core.Facts;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Application;

/// <summary>For whom a use case works.</summary>
/// <param name="Tool">The program, as documents name it.</param>
/// <param name="Time">Its clock.</param>
/// <param name="Dialog">Whom it talks to.</param>
/// <param name="Elapsed">The time since the work began for whoever asked for it, such as since the start of the process.</param>
public sealed record UseCaseContext(ToolInfo Tool, TimeProvider Time, IDialog Dialog, Func<TimeSpan> Elapsed)
{
    /// <summary><see cref="Elapsed"/> in milliseconds, to a tenth.</summary>
    internal double ElapsedMs() => Math.Round(Elapsed().TotalMilliseconds, 1);
}

/// <summary>A use case could not do what it was asked to. The message is a sentence the user can act on.</summary>
/// <param name="failure">Of what kind it is.</param>
/// <param name="message">The sentence, without a full stop; it may name things of outside, and holds no secret.</param>
/// <param name="innerException">What led to it; null for nothing.</param>
public sealed class UseCaseException(Failure failure, string message, Exception? innerException = null) : Exception(message, innerException)
{
    /// <summary>Of what kind it is.</summary>
    public Failure Failure { get; } = failure;

    /// <summary>Who holds what another has locked; empty where nothing is, or nobody says who it is.</summary>
    public IReadOnlyList<LockHolder> Holders { get; init; } = [];
}

/// <summary>Why a use case could not do what it was asked to.</summary>
public enum Failure
{
    /// <summary>What was asked for makes no sense: an option, a configuration, an input.</summary>
    Usage,

    /// <summary>Not possible here: the platform, rights, a full disk.</summary>
    NotPossible,

    /// <summary>No target could be reached, or all refused.</summary>
    NoTarget,

    /// <summary>Another scan holds every server that was to be read, or another process serves the store.</summary>
    Locked,

    /// <summary>Whoever was asked did not agree.</summary>
    Cancelled,
}
