namespace TimerProbe.Guest.Tests.Inspection.Linux;

public class ProcParserTests
{
    [Theory]
    [InlineData("cpu  5940 0 2832 249215 629 0 62 11 0 0\ncpu0 2180 0 1283 125618 195 0 7 5 0 0\n", 110.0)]
    [InlineData("cpu  5940 0 2832 249215 629 0 62 18446744073709551615 0 0\n", 18446744073709551615.0 * 10)]
    [InlineData("cpu  1279636934 73759586 192327563 12184330186 543227057 56603 68503253\n", null)]
    [InlineData("cpu  1 2 3 4\n", null)]
    [InlineData("intr 1 2 3 4 5 6 7 8 9\n", null)]
    [InlineData("", null)]
    public void Steal_is_the_eighth_figure_of_all_processors(string text, double? milliseconds) => Assert.Equal(milliseconds, CpuPressureParser.StealMs(text));

    [Theory]
    [InlineData("228788 1500000 1\n", 1.5)]
    [InlineData("228788 0 1", 0.0)]
    [InlineData("", null)]
    [InlineData("1 2", null)]
    [InlineData("1 -2 3", null)]
    public void Waiting_is_the_second_figure(string text, double? milliseconds) => Assert.Equal(milliseconds, CpuPressureParser.WaitedMs(text));

    [Theory]
    [InlineData("0-1\n", 2)]
    [InlineData("0", 1)]
    [InlineData("0-3,8,10-11", 7)]
    [InlineData("0-2047", 2048)]
    [InlineData("", null)]
    [InlineData("3-1", null)]
    [InlineData("3-3", 1)]
    [InlineData("0-2147483646", int.MaxValue)]
    [InlineData("0-2147483647", null)]
    [InlineData("0-2147483647,0-2147483647", null)]
    [InlineData("a-b", null)]
    [InlineData("1-2-3", null)]
    public void A_list_of_processors_is_counted(string text, int? count) => Assert.Equal(count, LinuxTextParser.CpuCount(text));

    [Fact]
    public void Masks_reach_beyond_a_thousand_processors()
    {
        Assert.Equal([1500], LinuxAffinity.Numbers(LinuxAffinity.Single(1500, 128)));
        Assert.Equal([0, 9], LinuxAffinity.Numbers([0b1, 0b10]));
    }

    [Fact]
    public void No_text_makes_them_throw()
    {
        Garbage.NeverThrows("cpu  5940 0 2832 249215 629 0 62 11 0 0\n", text => CpuPressureParser.StealMs(text));
        Garbage.NeverThrows("228788 1500000 1\n", text => CpuPressureParser.WaitedMs(text));
        Garbage.NeverThrows("0-3,8,10-11", text => LinuxTextParser.CpuCount(text));
    }
}
