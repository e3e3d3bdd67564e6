namespace TimerProbe.SqlServer.Workloads;

/// <summary>What the server is made to do.</summary>
public enum Workload
{
    /// <summary>An interpreted function tries the odd divisors of a number.</summary>
    Primality,

    /// <summary>The same natively compiled, where the database can.</summary>
    PrimalityNative,

    /// <summary>One set-based arithmetic statement: no loop, no clock.</summary>
    SetControl,

    /// <summary>The same arithmetic in eight statements an iteration, and its twin in one.</summary>
    StatementCost,

    /// <summary>A loop that assigns the time, and its twin that assigns a constant.</summary>
    ClockCalls,

    /// <summary>A loop that inserts and deletes a row, each a transaction of its own.</summary>
    CommitLoop,

    /// <summary>The same in one transaction.</summary>
    CommitOneTransaction,
}
