namespace TimerProbe.Application.Tests;

/// <summary>Remembers what is said and asked; nobody is there to answer unless said otherwise.</summary>
internal sealed class RecordedDialog : IDialog
{
    private readonly ConcurrentQueue<string> _complaints = new();
    private readonly ConcurrentQueue<(string Server, string? Trusted)> _questions = new();

    public bool CanAnswer { get; init; }

    public bool Trusts { get; init; }

    public IReadOnlyCollection<(string Server, string? Trusted)> Questions => _questions;

    public IReadOnlyCollection<string> Complaints => _complaints;

    public UseCaseContext Context => new(new ToolInfo("1.2.3"), TimeProvider.System, this, () => TimeSpan.FromMilliseconds(12.34));

    public void ReportProblem(string message) => _complaints.Enqueue(message);

    public void Progress(string message)
    {
    }

    public bool Confirm(string question, CancellationToken cancellationToken) => false;

    public bool Confirm(string server, PresentedCertificate certificate, string? trusted, CancellationToken cancellationToken)
    {
        _questions.Enqueue((server, trusted));
        return Trusts;
    }
}
