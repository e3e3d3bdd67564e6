using System.Net.Sockets;

namespace TimerProbe.Files.Tests;

public sealed class ExternalFileTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("timerprobe-files-").FullName;

    [Fact]
    public void A_regular_file_is_read_whole()
    {
        var file = Path.Combine(_folder, "file");
        var bytes = Enumerable.Range(0, 300_000).Select(i => (byte)i).ToArray();
        File.WriteAllBytes(file, bytes);
        Assert.Equal(bytes, ExternalFile.Read(file, bytes.Length, Cancel));
        Assert.Equal(bytes, ExternalFile.Read(Link("link", file), 1 << 20, Cancel));
        File.WriteAllBytes(file, []);
        Assert.Empty(ExternalFile.Read(file, 1, Cancel));
    }

    [Fact]
    public void One_byte_too_many_is_told_with_the_figure()
    {
        var file = Path.Combine(_folder, "file");
        File.WriteAllBytes(file, new byte[1001]);
        Assert.Equal("it is larger than 1,000 bytes, the most that is read: it has 1,001 bytes", Refusal(file, 1000));
    }

    [Fact]
    public void A_sparse_file_of_10_GB_costs_no_memory()
    {
        var file = Path.Combine(_folder, "sparse");
        using (var sparse = File.Create(file))
        {
            sparse.SetLength(10L << 30);
        }

        var before = GC.GetAllocatedBytesForCurrentThread();
        Assert.Equal("it is larger than 16 MB, the most that is read: it has 10,737,418,240 bytes", Refusal(file, FileLimits.OneOfMany));
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 1 << 20);
    }

    [Fact]
    public void What_is_no_regular_file_is_named_and_not_waited_for()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "this test makes what Linux knows");
        var pipe = Path.Combine(_folder, "pipe");
        Process.Start("mkfifo", [pipe]).WaitForExit();
        using var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        socket.Bind(new UnixDomainSocketEndPoint(Path.Combine(_folder, "socket")));
        Assert.Equal("it is a pipe, not a file", Refusal(pipe));
        Assert.Equal("it is a pipe, not a file", Refusal(Link("to-pipe", pipe)));
        Assert.Equal("it is a socket, not a file", Refusal(Path.Combine(_folder, "socket")));
        Assert.Equal("it is a folder", Refusal(_folder));
        Assert.Equal("it is a device, not a file", Refusal("/dev/zero"));
        Assert.Equal("it is a device, not a file", Refusal(Link("to-device", "/dev/zero")));
        Assert.Equal("it is a kernel file", Refusal("/proc/self/mem"));
        Assert.Equal("it is a kernel file", Refusal(Link("to-memory", "/proc/self/mem")));
        Assert.Equal("its links form a loop", Refusal(Link("circle", Path.Combine(_folder, "circle"))));
    }

    [Fact]
    public void What_is_not_there_is_told_without_its_name()
    {
        Assert.Equal("it does not exist", Refusal(Path.Combine(_folder, "none")));
        Assert.Equal("it does not exist", Refusal(Path.Combine(_folder, "none", "below")));
        Assert.Equal("that is not a valid file name", Refusal(""));
        Assert.Equal("that is not a valid file name", Refusal("a\0b"));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData((64 << 10) + 1)]
    [InlineData((3 << 20) + 7)]
    public async Task A_stream_is_read_whole_up_to_the_bound(int length)
    {
        var bytes = Enumerable.Range(0, length).Select(i => (byte)(i * 31)).ToArray();
        Assert.Equal(bytes, await BoundedRead.AllAsync(new MemoryStream(bytes), length, Cancel));
        if (length > 0)
        {
            await Assert.ThrowsAsync<FileRefusedException>(() => BoundedRead.AllAsync(new MemoryStream(bytes), length - 1, Cancel));
        }
    }

    [Fact]
    public void A_file_server_that_does_not_answer_is_waited_for_until_cancelled()
    {
        using var never = new ManualResetEventSlim();
        using var cancel = new CancellationTokenSource();
        Assert.Throws<TaskCanceledException>(() => ExternalFile.Answered(
            () =>
            {
                cancel.Cancel();
                never.Wait(Cancel);
                return 0;
            },
            cancel.Token));
        never.Set();
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private static string Refusal(string path, int most = 1000) => Assert.Throws<FileRefusedException>(() => ExternalFile.Read(path, most, Cancel)).Message;

    private string Link(string name, string target) => File.CreateSymbolicLink(Path.Combine(_folder, name), target).FullName;
}
