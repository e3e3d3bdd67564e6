using Xunit.v3;

// Most tests wait for a node: a third fills what two leave of two cores.
[assembly: Parallelization(MaxThreads = 3)]
