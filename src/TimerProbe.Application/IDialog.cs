namespace TimerProbe.Application;

/// <summary>
/// What a use case says while it works, and asks. What is said is one sentence without a full stop; who shows it keeps whatever is named in it
/// from beginning a line of its own. Members may be called by several threads at once.
/// </summary>
public interface IDialog
{
    /// <summary>Whether somebody is there who can be asked.</summary>
    bool CanAnswer { get; }

    /// <summary>Says what went wrong, or what whoever reads the result has to know.</summary>
    void Complain(string message);

    /// <summary>Says what takes a while, or what was done; it may be shown or not.</summary>
    void Progress(string message);

    /// <summary>Asks for consent; false where nobody can be asked.</summary>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    bool Confirm(string question, CancellationToken cancel);
}
