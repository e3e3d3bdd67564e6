namespace TimerProbe.EndToEnd.Check;

public sealed class OptionTests
{
    private static readonly ProgramRun Program = TimerProbeProgram.InProcess;

    [Fact]
    public async Task What_is_asked_for_is_in_the_document()
    {
        Needs.Linux();
        var (_, document) = await Program.CheckAsync("--per-processor", "--scaling", "--rounds", "3x50ms");
        Assert.Equal(document.Machine.AllowedProcessors, document.PerProcessor!.Count);
        Assert.All(document.PerProcessor, processor => Assert.NotNull(processor.PreciseTimeNs));
        Assert.Equal(document.Machine.AllowedProcessors, document.Scaling![^1].Threads);
        Assert.Equal(2, document.Rounds!.CallsPerSecond.Count);
        Assert.All(document.Rounds.CallsPerSecond, rate => Assert.True(rate > 1_000));
        Assert.Null(document.Drift);
    }

    [Fact]
    public async Task The_affinity_is_told_apart_from_the_processors_there_are()
    {
        Needs.Linux();
        var (_, document) = await Program.Under("taskset", "-c", "0").CheckAsync("--processors", "0");
        Assert.Equal(1, document.Machine.AllowedProcessors);
    }

    [Fact]
    public async Task Pseudonyms_are_stable_and_hide_the_name()
    {
        Needs.Linux();
        var (first, document) = await Program.CheckAsync("--anonymize");
        var (_, again) = await Program.CheckAsync("--anonymize");
        Assert.StartsWith("guest-", document.Machine.Name, StringComparison.Ordinal);
        Assert.Equal(document.Machine.Name, again.Machine.Name);
        Assert.DoesNotContain($"\"name\": \"{Environment.MachineName}\"", first.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_interrupt_writes_what_there_is_and_exits_with_130()
    {
        Needs.Linux();
        using var folder = new TemporaryFolder();
        using var server = FakeNtpServer.Right(0);
        var file = folder["check.json"];
        var result = await Program.With("check", "--drift", "10m", "--reference", $"127.0.0.1:{server.Port}", "--output", "json", "--out", file)
            .WithDefaultSignals().RunAsync(process => InterruptOnceItWritesAsync(process, folder.Path));
        Assert.Equal(130, result.ExitCode);
        var document = DocumentJson.Read<CheckDocument>(await File.ReadAllTextAsync(file, Cancel));
        Assert.Equal(ClockState.Unclear, document.Verdict.State);
        Assert.Null(document.Drift);
        Assert.NotNull(document.Clocks[0].CallNs);
        Assert.Equal(["check.json"], folder.Files);
    }

    /// <summary>The command opens its file once it handles interrupts and before it measures.</summary>
    private static async Task InterruptOnceItWritesAsync(Process process, string folder)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(Cancel);
        limit.CancelAfter(Hang.Limit);
        while (Directory.GetFiles(folder, "*.tmp").Length == 0)
        {
            Assert.False(process.HasExited, "it ended before it wrote");
            await Task.Delay(10, limit.Token);
        }

        Signals.Send(process.Id, "INT");
    }
}
