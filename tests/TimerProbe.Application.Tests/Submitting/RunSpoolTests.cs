namespace TimerProbe.Application.Tests.Submitting;

/// <summary>What waits for a server: private, in order, bounded.</summary>
public sealed class RunSpoolTests : IDisposable
{
    private static readonly DateTimeOffset Start = new(2026, 11, 21, 3, 0, 0, TimeSpan.Zero);

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("timerprobe-spool-");

    private string Folder => Path.Combine(_folder.FullName, "spool");

    [Fact]
    public void What_waits_is_listed_by_its_time_whatever_it_is()
    {
        var spool = new RunSpool(Folder);
        Assert.Equal(0, spool.Count());
        RunResult[] added = [Check(2), Watch(1), RunResult.From(SampleFleet.Scan(Start.AddHours(3), SampleFleet.VCenter(3))), Check(0)];
        Assert.All(added, run => Assert.Equal(0, spool.Add(run)));

        var waiting = spool.List();
        Assert.Equal(["check", "watch", "check", "scan"], waiting.Select(run => Path.GetFileName(run).Split('.')[1]));
        Assert.Equal(added.Select(run => run.Id).Order(), waiting.Select(GetId).Order());
    }

    [Fact]
    public void The_oldest_go_for_what_is_new()
    {
        var spool = new RunSpool(Folder, maxFiles: 3);
        Assert.Equal([0, 0, 0, 1, 1], Enumerable.Range(0, 5).Select(hour => spool.Add(Check(hour))));
        Assert.Equal([Check(2).Id, Check(3).Id, Check(4).Id], spool.List().Select(GetId)
            .Order(), (one, other) => one.ToString()[..12] == other.ToString()[..12]);

        var bytes = new FileInfo(spool.List()[0]).Length;
        var small = new RunSpool(Folder, maxBytes: (2 * bytes) + (bytes / 2));
        Assert.Equal(2, small.Add(Check(5)));
        Assert.Equal(2, small.Count());

        // One that came late goes no sooner than what is older.
        Assert.Equal(1, small.Add(Check(-9)));
        Assert.Contains(small.List(), run => Path.GetFileName(run)[..12] == Check(-9).Id.ToString()[..12]);
    }

    [Fact]
    public void What_is_larger_than_all_that_may_wait_does_not()
    {
        var spool = new RunSpool(Folder, maxBytes: 100);
        Assert.Throws<FileRefusedException>(() => spool.Add(Check(0)));
        Assert.Empty(Directory.GetFiles(Folder));
        Assert.Throws<FileRefusedException>(() => new RunSpool("spool").Add(Check(0)));
    }

    [Fact]
    public void Nobody_else_reads_it()
    {
        if (OperatingSystem.IsWindows())
        {
            Assert.Skip("Windows has no modes");
            return;
        }

        var spool = new RunSpool(Folder);
        spool.Add(Check(0));
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute, File.GetUnixFileMode(Folder));
        Assert.Equal(UnixFileMode.None,
            File.GetUnixFileMode(spool.List()[0]) & (UnixFileMode.OtherRead | UnixFileMode.OtherWrite | UnixFileMode.GroupWrite));
    }

    [Theory]
    [InlineData("https://one.example.org", "https://other.example.org", false)]
    [InlineData("https://one.example.org", "https://one.example.org/", true)]
    public void A_server_has_a_folder_of_its_own(string one, string other, bool isSame) =>
        Assert.Equal(isSame, RunSpool.For(new Uri(one), EnvironmentVariables.OfProcess)
            .Folder == RunSpool.For(new Uri(other), EnvironmentVariables.OfProcess).Folder);

    public void Dispose() => _folder.Delete(recursive: true);

    private static Guid GetId(string run) => Guid.Parse(Path.GetFileName(run).Split('.')[0]);

    private static RunResult Check(int hour) => RunResult.From(SampleGuest.Check("DB01", uuid: null, Start.AddHours(hour), ClockState.Healthy));

    private static RunResult Watch(int hour) => RunResult.From(SampleWatch.Line("DB01", Start.AddHours(hour), ClockState.Healthy));
}
