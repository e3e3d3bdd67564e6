// Tests wait three quarters of their time: for a program that they started, and for a server that takes as long as it says.
[assembly: Parallelization(MaxThreads = 4)]

namespace TimerProbe.EndToEnd.Running;

/// <summary>Tests that load the machine, or judge under a load of their own, run one after the other and beside nothing else: tests/run has them last, by their trait.</summary>
[Trait("Runs", "alone")]
[CollectionDefinition(nameof(AloneOnTheMachine), DisableParallelization = true)]
public sealed class AloneOnTheMachine;
