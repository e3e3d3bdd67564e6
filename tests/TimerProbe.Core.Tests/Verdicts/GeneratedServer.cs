namespace TimerProbe.Core.Tests.Verdicts;

/// <summary>What is wrong with a generated server.</summary>
internal enum Trouble
{
    None,

    /// <summary>Its clock makes a statement 2 to 10 times as slow.</summary>
    Clock,

    /// <summary>It gets a half to a tenth of a processor.</summary>
    Cpu,

    /// <summary>A commit waits 11 to 40 ms.</summary>
    Storage,

    /// <summary>Each statement is recorded, for 2 to 50 us.</summary>
    Recorded,
}

/// <summary>A server whose trouble is known, and what a run on it would measure: other processors, engines, rights, workloads and noise each time.</summary>
internal sealed record GeneratedServer(Trouble Trouble, SqlMeasurement Measured);
