namespace TimerProbe.Files.Tests;

public sealed class OutputTargetTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("timerprobe-files-").FullName;

    [Fact]
    public void A_file_that_is_there_or_not_is_replaced_behind_its_links()
    {
        var file = Path.Combine(_folder, "file");
        Assert.Equal(new OutputTarget(file, IsStream: false), OutputTarget.Parse(file));
        File.WriteAllText(file, "");
        File.CreateSymbolicLink(Path.Combine(_folder, "link"), file);
        Assert.Equal(new OutputTarget(file, IsStream: false), OutputTarget.Parse(Path.Combine(_folder, "link")));
    }

    [Theory]
    [InlineData("/dev/stdout")]
    [InlineData("/dev/stderr")]
    [InlineData("/dev/fd/2")]
    [InlineData("/dev/null")]
    [InlineData("/dev/full")]
    public void The_outputs_of_the_program_take_what_comes(string path)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "these are paths of Linux");
        Assert.True(OutputTarget.Parse(path).IsStream);
    }

    [Fact]
    public void What_a_report_must_not_take_the_place_of_is_named()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "this test makes what Linux knows");
        Assert.Equal("it is a device, not a file", Refusal(File.CreateSymbolicLink(Path.Combine(_folder, "zero"), "/dev/zero").FullName));
        Assert.Equal("it is a kernel file", Refusal("/proc/self/oom_score_adj"));
        Assert.Equal($"the folder {_folder}/none does not exist", Refusal(Path.Combine(_folder, "none", "file")));
        Assert.Equal("that is not a valid file name", Refusal(""));
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private static string Refusal(string path) => Assert.Throws<FileRefusedException>(() => OutputTarget.Parse(path)).Message;
}
