using TimerProbe.Core.Facts;
using TimerProbe.Guest.Inspection.Readings;

namespace TimerProbe.Guest.References;

internal interface ITimeReference
{
    /// <summary>What it is, with what is known of it so far.</summary>
    TimeReferenceFacts Facts { get; }

    TimeSpan Shortest { get; }

    /// <summary>Whether it said that it does not want to be asked, or not so often.</summary>
    bool HasRefused { get; }

    /// <summary>Compares it with the clocks here, which takes a few seconds at most; or why it could not be compared.</summary>
    Reading<ReferenceReading?> Read(CancellationToken cancel);
}

/// <summary>Waits, and says whether it was not cancelled.</summary>
internal delegate bool Pause(TimeSpan time, CancellationToken cancel);
