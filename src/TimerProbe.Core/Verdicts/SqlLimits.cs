using TimerProbe.Core.Units;

namespace TimerProbe.Core.Verdicts;

/// <summary>The limits of the verdict about SQL Server, in one place; docs/measuring.md has their reasons.</summary>
public static class SqlLimits
{
    /// <summary>A clock call in T-SQL below this is no slow clock: the limit of <see cref="VerdictTable.CheckLimit"/>.</summary>
    public static readonly Duration ClockCallNormal = VerdictTable.CheckLimit;

    /// <summary>A clock call in T-SQL from this on contains a slow clock: the limit of <see cref="VerdictTable.SuspiciousLimit"/>.</summary>
    public static readonly Duration ClockCallSlow = VerdictTable.SuspiciousLimit;

    /// <summary>How many times dearer than before an iteration is when the clock is to blame; the field saw 3 to 6 times, and never less.</summary>
    public const double SlowerThanBefore = 2.5;

    /// <summary>Up to this factor two runs count as equally fast: ours. Turbo and a busy neighbour thread make less.</summary>
    public const double UnchangedFactor = 1.5;

    /// <summary>
    /// A tested divisor without clock reads below this is normal: one 64-bit division takes 103 cycles at most on Intel's and AMD's
    /// server processors since 2013 (A. Fog, Instruction tables), 52 ns at 2 GHz, and little besides.
    /// </summary>
    public static readonly Duration DivisionNormal = new(60);

    /// <summary>A tested divisor without clock reads from this on was not served: twice the dearest division, ours.</summary>
    public static readonly Duration DivisionSlow = new(120);

    /// <summary>A commit below this is normal: ours, half of <see cref="CommitSlow"/>.</summary>
    public static readonly Duration CommitNormal = Duration.FromMilliseconds(5);

    /// <summary>A commit from this on is slow: a log write takes as long that Microsoft calls 10 to 15 ms slow for a disk.</summary>
    public static readonly Duration CommitSlow = Duration.FromMilliseconds(10);

    /// <summary>A row in one transaction below this is normal: ours, far above what a row costs with a slow clock, far below a disk's wait.</summary>
    public static readonly Duration RowNormal = Duration.FromMilliseconds(1);

    /// <summary>An iteration of the field's function with a fast clock, on Xeons of the 2010s. Shown as context, never a limit.</summary>
    public static readonly (Duration Low, Duration High) FastInTheField = (new(380), new(500));

    /// <summary>The same with a slow clock.</summary>
    public static readonly (Duration Low, Duration High) SlowInTheField = (new(1600), new(2500));
}
