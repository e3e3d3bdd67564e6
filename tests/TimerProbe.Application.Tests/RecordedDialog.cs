using System.Collections.Concurrent;
using TimerProbe.Core.Facts;

namespace TimerProbe.Application.Tests;

/// <summary>Remembers what is said, and answers nothing.</summary>
internal sealed class RecordedDialog : IDialog
{
    private readonly ConcurrentQueue<string> _complaints = new();
    private readonly ConcurrentQueue<string> _progress = new();

    public bool CanAnswer => false;

    public IReadOnlyCollection<string> Complaints => _complaints;

    public IReadOnlyCollection<string> ProgressMade => _progress;

    public UseCaseContext Context => new(new ToolInfo("1.2.3"), TimeProvider.System, this, () => TimeSpan.FromMilliseconds(12.34));

    public void Complain(string message) => _complaints.Enqueue(message);

    public void Progress(string message) => _progress.Enqueue(message);

    public bool Confirm(string question, CancellationToken cancel) => false;
}
