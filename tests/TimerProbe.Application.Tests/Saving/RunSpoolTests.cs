using TimerProbe.Application.Saving;
using TimerProbe.Core.Facts;
using TimerProbe.Files;
using TimerProbe.Fleet.Changes;
using TimerProbe.Fleet.Store;
using TimerProbe.Fleet.Tests.Running;

namespace TimerProbe.Application.Tests.Saving;

/// <summary>What waits for a store: private, in order, bounded.</summary>
public sealed class RunSpoolTests : IDisposable
{
    private static readonly DateTimeOffset Start = new(2026, 11, 21, 3, 0, 0, TimeSpan.Zero);

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("timerprobe-spool-");

    private string Folder => Path.Combine(_folder.FullName, "spool");

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public void What_waits_is_listed_by_its_time_whatever_it_is()
    {
        var spool = new RunSpool(Folder);
        Assert.Equal(0, spool.Count());
        RunResult[] added = [Check(2), Watch(1), RunResult.From(SampleFleet.Scan(Start.AddHours(3), SampleFleet.VCenter(3))), Check(0)];
        Assert.All(added, run => Assert.Equal(0, spool.Add(run, tells: run.Kind == RunKinds.Scan)));

        var waiting = spool.List();
        Assert.Equal(["check", "watch", "check", "scan"], waiting.Select(run => run.Kind));
        Assert.Equal([false, false, false, true], waiting.Select(run => run.Tells));
        Assert.Equal(added.Select(run => run.Id).Order(), waiting.Select(run => run.Read(Cancel).Id).Order());
    }

    [Fact]
    public void The_oldest_go_for_what_is_new()
    {
        var spool = new RunSpool(Folder, mostFiles: 3);
        Assert.Equal([0, 0, 0, 1, 1], Enumerable.Range(0, 5).Select(hour => spool.Add(Check(hour), tells: false)));
        Assert.Equal([Check(2).Id, Check(3).Id, Check(4).Id], spool.List().Select(run => run.Read(Cancel).Id).Order(), (one, other) => one.ToString()[..12] == other.ToString()[..12]);

        var bytes = spool.List()[0].Length;
        var small = new RunSpool(Folder, mostBytes: (2 * bytes) + (bytes / 2));
        Assert.Equal(2, small.Add(Check(5), tells: false));
        Assert.Equal(2, small.Count());

        // One that came late goes no sooner than what is older.
        Assert.Equal(1, small.Add(Check(-9), tells: false));
        Assert.Contains(small.List(), run => run.Read(Cancel) is { } read && read.Id.ToString()[..12] == Check(-9).Id.ToString()[..12]);
    }

    [Fact]
    public void What_is_larger_than_all_that_may_wait_does_not()
    {
        var spool = new RunSpool(Folder, mostBytes: 100);
        Assert.Throws<FileRefusedException>(() => spool.Add(Check(0), tells: false));
        Assert.Empty(Directory.GetFiles(Folder));
        Assert.Throws<FileRefusedException>(() => new RunSpool("spool").Add(Check(0), tells: false));
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
        spool.Add(Check(0), tells: false);
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute, File.GetUnixFileMode(Folder));
        Assert.Equal(UnixFileMode.None, File.GetUnixFileMode(spool.List()[0].Path) & (UnixFileMode.OtherRead | UnixFileMode.OtherWrite | UnixFileMode.GroupWrite));
    }

    [Theory]
    [InlineData("/var/lib/fleet.db", "/var/lib/other.db", false)]
    [InlineData("postgres:Host=db;Database=fleet;Username=scan", "postgres://scan@db/fleet", true)]
    [InlineData("postgres:Host=db;Database=fleet;Username=scan", "postgres://guest@db/fleet", false)]
    public void A_store_has_a_folder_of_its_own(string one, string other, bool isSame) =>
        Assert.Equal(isSame, RunSpool.For(StoreTarget.Parse(one)).Folder == RunSpool.For(StoreTarget.Parse(other)).Folder);

    public void Dispose() => _folder.Delete(recursive: true);

    private static RunResult Check(int hour) => RunResult.From(SampleGuest.Check("DB01", uuid: null, Start.AddHours(hour), ClockState.Healthy));

    private static WatchResult Watch(int hour)
    {
        var found = new WatchFindings(Guid.CreateVersion7(Start.AddHours(hour)), "DB01", SmbiosUuid: null, [], []);
        return new WatchResult(found);
    }
}
