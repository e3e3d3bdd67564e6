namespace TimerProbe.Application.Tests;

public sealed class ProcessorListTests
{
    [Fact]
    public void Numbers_ranges_and_groups_make_a_list_each_once() => Assert.Equal(
        [new(0, 0), new(0, 2), new(0, 3), new(0, 4), new(1, 0), new(1, 1)],
        ProcessorList.Parse("0,2-4,3,1:0-1")!.Processors);

    [Theory]
    [InlineData("")]
    [InlineData("a")]
    [InlineData("1,")]
    [InlineData("4-2")]
    [InlineData("-1")]
    [InlineData("1:")]
    [InlineData("0-99999")]
    public void Anything_else_is_none(string text) => Assert.Null(ProcessorList.Parse(text));

    [Fact]
    public void A_range_has_every_processor_from_first_to_last() =>
        Prop.ForAll(Gen.Choose(0, 4000).ToArbitrary(), Gen.Choose(0, 90).ToArbitrary(), (first, more) =>
            ProcessorList.Parse($"{first}-{first + more}")!.Processors.SequenceEqual(
                Enumerable.Range(first, more + 1).Select(number => new LogicalProcessor(0, number)))).QuickCheckThrowOnFailure();

    [Fact]
    public void A_processor_that_is_not_allowed_is_named_with_those_that_are()
    {
        var list = ProcessorList.Parse("1:3")!;
        var error = Assert.Throws<UseCaseException>(() => list.Within([new LogicalProcessor(0, 0), new LogicalProcessor(1, 2)]));
        Assert.Equal(ExitCode.Usage, error.ExitCode);
        Assert.Equal("processor 1:3 does not exist or this process may not use it; allowed: 0,1:2", error.Message);
    }
}
