// Most of its tests wait: for a server that plays its delays, a watch that goes on for some seconds, a limit.
[assembly: Xunit.v3.Parallelization(MaxThreads = 3)]
