namespace TimerProbe.Files.Tests;

public sealed class ReplacedFileTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("timerprobe-files-").FullName;

    /// <summary>Leaves what a process leaves that is killed while it writes.</summary>
    private static string Abandoned(string path)
    {
        var file = Path.Combine(Path.GetDirectoryName(path)!, ReplacedFile.NameFor(path, Guid.NewGuid().ToString("N")));
        File.WriteAllText(file, "half");
        return file;
    }

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
    public void What_a_killed_run_left_is_removed_by_a_later_one_and_nothing_else()
    {
        var old = DateTime.UnixEpoch;
        var abandoned = Abandoned(Report);
        var fresh = Abandoned(Report);
        var ofAnother = Abandoned(Path.Combine(_folder, "other.json"));
        foreach (var file in new[] { abandoned, ofAnother })
        {
            File.SetLastWriteTimeUtc(file, old);
        }

        using var written = new ReplacedFile(Report, NewFileMode.Private);
        Assert.False(File.Exists(abandoned));
        File.SetLastWriteTimeUtc(written.Stream.Name, old);
        using (new ReplacedFile(Report, NewFileMode.Private))
        {
            Assert.All([fresh, ofAnother, written.Stream.Name], file => Assert.True(File.Exists(file)));
        }

        ReplacedFile.RemoveAbandoned(_folder);
        Assert.False(File.Exists(ofAnother));
        Assert.True(File.Exists(fresh) && File.Exists(written.Stream.Name));
    }

    [Fact(Timeout = 60_000)]
    public async Task A_pipe_or_a_link_by_such_a_name_is_left_alone()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Windows has no such files");
        var (pipe, link) = (Abandoned(Report), Abandoned(Report));
        File.Delete(pipe);
        File.Delete(link);
        using (var make = System.Diagnostics.Process.Start("mkfifo", [pipe]))
        {
            await make.WaitForExitAsync(TestContext.Current.CancellationToken);
        }

        File.WriteAllText(Path.Combine(_folder, "victim"), "untouched");
        File.CreateSymbolicLink(link, Path.Combine(_folder, "victim"));
        File.SetLastWriteTimeUtc(pipe, DateTime.UnixEpoch);
        File.SetLastWriteTimeUtc(link, DateTime.UnixEpoch);
        await Task.Run(() => new ReplacedFile(Report, NewFileMode.Private).Dispose(), Cancel);
        Assert.Equal("untouched", File.ReadAllText(Path.Combine(_folder, "victim")));
        Assert.NotNull(new FileInfo(link).LinkTarget);
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);
}
