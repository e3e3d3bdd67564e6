namespace TimerProbe.Guest.Clocks;

/// <summary>Calls that can be made in a batch and timed as a whole.</summary>
public interface ITimedCalls
{
    /// <summary>Makes so many calls, at least one, one after the other and returns how long they took together.</summary>
    Duration Run(int calls);
}
