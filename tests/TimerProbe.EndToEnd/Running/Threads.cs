using Xunit.v3;

// Most tests wait for a program that they started: a third fills what two leave of two cores.
[assembly: Parallelization(MaxThreads = 3)]
