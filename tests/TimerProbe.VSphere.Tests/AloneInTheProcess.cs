namespace TimerProbe.VSphere.Tests;

/// <summary>Tests that look at the memory of the whole process run while no other does.</summary>
[CollectionDefinition(nameof(AloneInTheProcess), DisableParallelization = true)]
public sealed class AloneInTheProcess;
