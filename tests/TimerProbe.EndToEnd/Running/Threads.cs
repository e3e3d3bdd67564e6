using Xunit.v3;

// Tests wait three quarters of their time: for a program that they started, and for a server that takes as long as it says.
[assembly: Parallelization(MaxThreads = 5)]
