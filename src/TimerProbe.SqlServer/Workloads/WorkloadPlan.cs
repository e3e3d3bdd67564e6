namespace TimerProbe.SqlServer.Workloads;

/// <summary>How a workload is run.</summary>
public sealed record WorkloadPlan
{
    /// <summary>The number that the field tested: prime, 15.8 million divisors.</summary>
    public const long FieldArgument = 1_000_000_000_000_037;

    /// <summary>The most rows the set-based control has.</summary>
    public const long MostRows = 10_000_000;

    /// <summary>Which.</summary>
    public required Workload Workload { get; init; }

    /// <summary>The number whose divisors are sought: 2 or more.</summary>
    public long Argument
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 2);
            field = value;
        }
    } = FieldArgument;

    /// <summary>How many rows, calls or commits: at least 1; the set-based control has <see cref="MostRows"/> at most.</summary>
    public long Count
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1);
            field = value;
        }
    } = 20_000;

    /// <summary>How often it is run and kept; one run more comes first and is dropped.</summary>
    public int Repeat
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1);
            field = value;
        }
    } = 3;

    /// <summary>How long one run may take; whole seconds.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromMinutes(2);
}
