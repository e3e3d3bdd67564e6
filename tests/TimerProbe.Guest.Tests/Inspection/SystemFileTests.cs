namespace TimerProbe.Guest.Tests.Inspection;

public class SystemFileTests
{
    [Fact]
    public void A_file_is_read_without_the_white_space_around_it()
    {
        var file = Path.GetTempFileName();
        File.WriteAllText(file, "tsc kvm-clock \n");
        Assert.Equal("tsc kvm-clock", SystemFile.Read(file).Value);
        File.Delete(file);
    }

    [Theory]
    [InlineData("/no/such/file")]
    [InlineData("/")]
    public void What_is_no_file_is_named_in_the_reason(string path) => Assert.Equal($"there is no {path}", SystemFile.Read(path).Why);

    [Fact]
    public void A_file_that_refuses_to_be_read_is_a_reason_too()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "only Linux has a file that always refuses");
        Assert.NotNull(SystemFile.Read("/proc/self/mem").Why);
    }
}
