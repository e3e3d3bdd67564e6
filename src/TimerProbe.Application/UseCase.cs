using System.Globalization;

namespace TimerProbe.Application;

/// <summary>The program that runs a use case, with its clock, dialog and environment.</summary>
/// <param name="Tool">The program, as documents name it.</param>
/// <param name="Time">Its clock.</param>
/// <param name="Dialog">Whom it talks to.</param>
/// <param name="Elapsed">The time since the work began for the user, such as since the start of the process.</param>
public sealed record UseCaseContext(ToolInfo Tool, TimeProvider Time, IDialog Dialog, Func<TimeSpan> Elapsed)
{
    /// <summary>The environment variables that it reads.</summary>
    public EnvironmentVariables Variables { get; init; } = EnvironmentVariables.OfProcess;

    /// <summary><see cref="Elapsed"/> in milliseconds, to a tenth.</summary>
    internal double ElapsedMs() => Math.Round(Elapsed().TotalMilliseconds, 1);

    /// <summary>Says which mutes are over, so that the configuration does not grow old unseen.</summary>
    internal void ComplainOfExpired(MutingFacts? muting)
    {
        foreach (var mute in muting?.Expired ?? [])
        {
            Dialog.Complain(
                $"a mute of {mute.Rule} expired on {mute.Expires.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture)} and mutes nothing: renew it, or remove it from the configuration");
        }
    }
}

/// <summary>A use case could not do what it was asked to. The message is a sentence the user can act on.</summary>
/// <param name="failure">Its kind.</param>
/// <param name="message">The sentence, without a full stop; it may name things of outside, and holds no secret.</param>
/// <param name="innerException">What led to it; null for nothing.</param>
public sealed class UseCaseException(Failure failure, string message, Exception? innerException = null) : Exception(message, innerException)
{
    /// <summary>Its kind.</summary>
    public Failure Failure { get; } = failure;
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

    /// <summary>The person who was asked did not agree.</summary>
    Cancelled,

    /// <summary>Nobody reads standard output any more, as after <c>| head -1</c>: it is no error, and nothing is said.</summary>
    BrokenPipe,
}

/// <summary>
/// What a use case says while it works, and asks. A message is one sentence without a full stop; its display keeps whatever
/// is named in it from beginning a line of its own. Members may be called by several threads at once.
/// </summary>
public interface IDialog
{
    /// <summary>Whether somebody is there who can be asked.</summary>
    bool CanAnswer { get; }

    /// <summary>Says what went wrong, or what readers of the result have to know.</summary>
    void Complain(string message);

    /// <summary>Says what to know beforehand, whatever comes of it.</summary>
    void Warn(string message) => Complain(message);

    /// <summary>Says what takes a while; it may be shown or not.</summary>
    void Progress(string message);

    /// <summary>Says what was done; it may be shown or not.</summary>
    void Done(string message) => Progress(message);

    /// <summary>Asks for consent; false where nobody can be asked.</summary>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    bool Confirm(string question, CancellationToken cancel);

    /// <summary>Shows the certificate of a server, and asks whether to trust it from now on; false where nobody can be asked.</summary>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    bool Confirm(CertificateQuestion question, CancellationToken cancel);
}

/// <summary>Whether a person trusts a server's certificate that the system does not.</summary>
/// <param name="Server">The server, as it was asked by.</param>
/// <param name="Certificate">What it presented.</param>
/// <param name="Trusted">The SHA-256 thumbprint of another certificate that this person trusted for it before; null for none.</param>
public sealed record CertificateQuestion(string Server, PresentedCertificate Certificate, string? Trusted);

/// <summary>
/// For runs without a person to ask: every question is answered by no. What takes a while is not shown unless said otherwise.
/// </summary>
public abstract class NonInteractiveDialog : IDialog
{
    /// <summary>Always false.</summary>
    public bool CanAnswer => false;

    /// <inheritdoc/>
    public abstract void Complain(string message);

    /// <inheritdoc/>
    public virtual void Warn(string message) => Complain(message);

    /// <inheritdoc/>
    public virtual void Progress(string message)
    {
    }

    /// <summary>Always false.</summary>
    public bool Confirm(string question, CancellationToken cancel) => false;

    /// <inheritdoc cref="Confirm(string, CancellationToken)"/>
    public bool Confirm(CertificateQuestion question, CancellationToken cancel) => false;
}
