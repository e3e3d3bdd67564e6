namespace TimerProbe.Guest.Tests.References;

/// <summary>A time server that answers each question by its number, from 0 on.</summary>
internal sealed class FakeReference(Func<int, Reading<ReferenceReading?>> answer) : ITimeReference
{
    private int _asked;

    public TimeReferenceFacts Facts => new(TimeReferenceKind.Ntp, "ntp.example.org");

    public bool HasRefused { get; init; }

    public Reading<ReferenceReading?> Read(CancellationToken cancellationToken) => answer(_asked++);
}
