namespace TimerProbe.Files.Tests;

public sealed class ReplacedFileTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("timerprobe-files-").FullName;

    private string Report => Path.Combine(_folder, "report.json");

    [Fact]
    public void The_old_file_is_whole_until_the_new_one_is()
    {
        File.WriteAllText(Report, "old");
        using (var abandoned = new ReplacedFile(Report, NewFileMode.Private))
        {
            abandoned.Stream.Write("half"u8);
        }

        Assert.Equal("old", File.ReadAllText(Report));
        using (var done = new ReplacedFile(Report, NewFileMode.Private))
        {
            done.Stream.Write("new"u8);
            Assert.Equal("old", File.ReadAllText(Report));
            done.Commit(TimeSpan.Zero);
        }

        Assert.Equal("new", File.ReadAllText(Report));
        Assert.Equal([Report], Directory.GetFiles(_folder));
    }

    [Theory]
    [InlineData((UnixFileMode)384)] // 0600
    [InlineData((UnixFileMode)436)] // 0664
    [InlineData((UnixFileMode)292)] // 0444
    public void The_mode_of_the_old_file_is_there_before_anything_is_written(UnixFileMode mode)
    {
        if (OperatingSystem.IsWindows())
        {
            Assert.Skip("Windows has no modes");
            return;
        }

        File.WriteAllText(Report, "old");
        File.SetUnixFileMode(Report, mode);
        using var file = new ReplacedFile(Report, NewFileMode.Private);
        Assert.Equal(mode, File.GetUnixFileMode(file.Stream.SafeFileHandle));
        file.Stream.Write("new"u8);
        file.Commit(TimeSpan.Zero);
        Assert.Equal(mode, File.GetUnixFileMode(Report));
    }

    [Fact]
    public void The_name_beside_it_is_another_each_time()
    {
        using var one = new ReplacedFile(Report, NewFileMode.Private);
        using var other = new ReplacedFile(Report, NewFileMode.Private);
        Assert.NotEqual(one.Stream.Name, other.Stream.Name);
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);
}
