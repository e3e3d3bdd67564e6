namespace TimerProbe.Application.Tests.Scanning;

public sealed class VmLogsReaderTests
{
    private const string Started = "2026-03-21T11:02:30.000Z In(05) vmx - Log for VMware ESX pid=2101234 version=8.0.2 build=build-22380479 option=Release\n";

    [Fact]
    public async Task Of_a_folder_with_rotated_logs_the_newest_with_a_rate_is_the_last_that_is_read()
    {
        using var folder = new TemporaryFile("vmware.log", Started);
        File.WriteAllText(Path.Combine(folder.Folder, "vmware-9.log"), Rate(1_000_000_009));
        File.WriteAllText(Path.Combine(folder.Folder, "vmware-10.log"), Rate(1_000_000_010));
        File.WriteAllText(Path.Combine(folder.Folder, "other vmware.log"), Rate(1_000_000_001));
        File.WriteAllText(Path.Combine(folder.Folder, "hostd.log"), Rate(1_000_000_002));
        var (logs, problems) = await ReadAsync(folder.Folder);
        Assert.Empty(problems);
        Assert.Equal(
            [("other vmware.log", (Frequency?)new Frequency(1_000_000_001)), ("vmware-10.log", new Frequency(1_000_000_010)), ("vmware.log", null)],
            logs.Select(log => (log.File, log.GuestHz)).OrderBy(log => log.File, StringComparer.Ordinal));
    }

    [Fact]
    public async Task A_line_that_cannot_be_read_is_not_made_up_for_by_an_older_log()
    {
        using var folder = new TemporaryFile("vmware.log", Rate(1));
        File.WriteAllText(Path.Combine(folder.Folder, "vmware-9.log"), Rate(1_000_000_009));
        Assert.Equal([null], (await ReadAsync(folder.Folder)).Logs.Select(log => log.GuestHz));
    }

    [Fact]
    public async Task What_the_deadline_leaves_unread_is_a_problem()
    {
        using var folder = new TemporaryFile("vmware.log", Started);
        using var over = new CancellationTokenSource();
        await over.CancelAsync();
        var (logs, problems) = await VmLogFiles.ReadFolderAsync(folder.Folder, over.Token, Cancel);
        Assert.Empty(logs);
        Assert.Equal(["the time limit was reached while reading the logs of virtual machines: 0 were read"], problems.Select(problem => problem.Text));
    }

    private static string Rate(long guest) => $"{Started}2026-03-21T11:02:33.000Z In(05) vmx - TimeTracker host to guest rate conversion 1 @ 2000000000Hz -> 0 @ {guest}Hz\n";

    private static Task<(IReadOnlyList<Core.Facts.VmLog> Logs, IReadOnlyList<Core.Problem> Problems)> ReadAsync(string folder) =>
        VmLogFiles.ReadFolderAsync(folder, CancellationToken.None, Cancel);
}
