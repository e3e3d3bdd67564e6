namespace TimerProbe.Core.Facts;

/// <summary>The workloads.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<SqlWorkload>))]
public enum SqlWorkload
{
    /// <summary>An interpreted function that tests odd divisors: it reads clocks for every statement.</summary>
    Primality,

    /// <summary>The same natively compiled: no clock reads.</summary>
    PrimalityNative,

    /// <summary>The same in this program, on this machine: no clock reads.</summary>
    PrimalityClient,

    /// <summary>One statement of arithmetic over a set: a control without clock reads.</summary>
    SetControl,

    /// <summary>The same arithmetic in eight statements an iteration against one: what a statement costs.</summary>
    StatementCost,

    /// <summary>A loop that asks for the time against one that does not.</summary>
    ClockCalls,

    /// <summary>A row inserted and deleted, each in a transaction of its own.</summary>
    CommitLoop,

    /// <summary>The same rows in one transaction: the control of <see cref="CommitLoop"/>.</summary>
    CommitOneTransaction,
}
