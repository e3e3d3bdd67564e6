using TimerProbe.Core.Units;

namespace TimerProbe.Guest.Clocks;

/// <summary>Calls that can be made in a batch and timed as a whole.</summary>
public interface ITimedCalls
{
    /// <summary>Makes the calls one after the other and returns how long they took together.</summary>
    /// <param name="calls">How many; positive.</param>
    Duration Run(int calls);
}
