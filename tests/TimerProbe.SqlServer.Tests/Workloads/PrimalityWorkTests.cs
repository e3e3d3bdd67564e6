using FsCheck;
using FsCheck.Fluent;

namespace TimerProbe.SqlServer.Tests.Workloads;

public sealed class PrimalityWorkTests
{
    [Theory]
    [InlineData(WorkloadPlan.FieldArgument, WorkloadPlan.FieldArgument, 15_811_387)]
    [InlineData(2, 2, 0)]
    [InlineData(3, 3, 0)]
    [InlineData(9, 3, 1)]
    [InlineData(25, 5, 2)]
    [InlineData(35, 5, 2)]
    [InlineData(37, 37, 2)]
    [InlineData(1_000_000, 2, 0)]
    [InlineData(long.MaxValue, 7, 3)]
    public void The_smallest_factor_is_found_after_as_many_divisors(long number, long factor, long iterations)
    {
        Assert.Equal(factor, PrimalityWork.MinFactor(number));
        Assert.Equal(iterations, PrimalityWork.Iterations(number, factor));
    }

    [Fact]
    public void The_square_of_a_large_prime_is_no_prime() =>
        Assert.Equal(3_999_971, PrimalityWork.MinFactor(3_999_971L * 3_999_971));

    [Fact]
    public void The_factor_divides_and_nothing_smaller_does() =>
        Prop.ForAll(Gen.Choose(2, 100_000).ToArbitrary(), number =>
        {
            var factor = PrimalityWork.MinFactor(number);
            return number % factor == 0 && !Enumerable.Range(2, (int)Math.Min(factor, 400) - 2).Any(smaller => number % smaller == 0);
        }).QuickCheckThrowOnFailure();

    [Theory]
    [InlineData(1)]
    [InlineData(0)]
    [InlineData(-7)]
    public void A_number_below_two_is_refused(long number)
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => PrimalityWork.MinFactor(number));
        Assert.Throws<ArgumentOutOfRangeException>(() => new WorkloadPlan { Workload = SqlWorkload.Primality, Argument = number });
    }

    [Fact]
    public void The_client_gives_as_many_runs_as_asked() =>
        Assert.Equal(3, PrimalityWork.Run(1_000_003, 3, TimeProvider.System, Cancel).Count);
}
