using System.IO.Pipes;
using System.Text;

namespace TimerProbe.Files.Tests;

public sealed class FirstLineTests
{
    private const string Secret = "h\u00fcnter\u2462";

    [Theory]
    [InlineData("")]
    [InlineData("\n")]
    [InlineData("\r\n")]
    [InlineData("\nsecond line\n")]
    public void It_ends_where_it_always_did(string rest)
    {
        foreach (var encoding in ExternalTextTests.Encodings)
        {
            Assert.Equal(Secret, FirstLine.Of(ExternalTextTests.Encoded(Secret + rest, encoding)));
        }
    }

    [Fact]
    public void What_can_be_read_in_two_ways_is_refused_and_not_shown()
    {
        foreach (var bytes in new[] { Encoding.Latin1.GetBytes("h\u00fcnter2\n"), Encoding.Unicode.GetBytes("hunter2\n"), [0xFF, 0xFE, 0x68, 0x00, 0x00, 0xD8] })
        {
            var refused = Assert.Throws<FileRefusedException>(() => FirstLine.Of(bytes));
            Assert.DoesNotContain("nter", refused.ToString(), StringComparison.Ordinal);
            Assert.Contains("save it as UTF-8", refused.Message, StringComparison.Ordinal);
            Assert.DoesNotMatch("byte [0-9]", refused.ToString());
        }
    }

    [Theory]
    [InlineData("utf-8")]
    [InlineData("utf-16")]
    [InlineData("utf-16BE")]
    public async Task A_stream_is_not_waited_for_beyond_its_line(string encoding)
    {
        await using var writer = new AnonymousPipeServerStream(PipeDirection.Out);
        await using var reader = new AnonymousPipeClientStream(PipeDirection.In, writer.ClientSafePipeHandle);
        var reading = FirstLine.ReadAsync(reader, FileLimits.Password, Cancel);
        foreach (var part in ExternalTextTests.Encoded(Secret + "\n", encoding).Chunk(3))
        {
            await writer.WriteAsync(part, Cancel);
        }

        Assert.Equal(Secret, await reading);
    }

    [Fact]
    public async Task A_line_without_an_end_is_refused()
    {
        using var endless = new MemoryStream(Encoding.ASCII.GetBytes(new string('x', 5000)));
        await Assert.ThrowsAsync<FileRefusedException>(() => FirstLine.ReadAsync(endless, FileLimits.Password, Cancel));
    }

    [Fact]
    public async Task A_line_that_does_not_come_is_not_waited_for_when_it_is_cancelled()
    {
        await using var writer = new AnonymousPipeServerStream(PipeDirection.Out);
        await using var reader = new AnonymousPipeClientStream(PipeDirection.In, writer.ClientSafePipeHandle);
        using var cancel = new CancellationTokenSource();
        var reading = FirstLine.ReadAsync(reader, FileLimits.Password, cancel.Token);
        await cancel.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => reading);
        writer.WriteByte((byte)'\n');
    }
}
