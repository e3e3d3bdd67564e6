// Most of its tests wait for nodes: two at a time leave half of two cores idle.
[assembly: Xunit.v3.Parallelization(MaxThreads = 4)]
