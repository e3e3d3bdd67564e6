namespace TimerProbe.Core.Tests.Verdicts;

/// <summary>How often the verdict is right, wrong or unclear over servers of which the truth is known.</summary>
public sealed class SqlGeneratedServersTests(ITestOutputHelper output)
{
    private const int Seed = 20_261_121;
    private const int Servers = 10_000;

    private static readonly (GeneratedServer Server, SqlVerdict Verdict)[] Judged = Judge();

    private enum Answer
    {
        Right,
        Unclear,
        Wrong,
    }

    [Fact]
    public void No_cause_is_wrong()
    {
        foreach (var trouble in Judged.GroupBy(item => item.Server.Trouble).OrderBy(group => group.Key))
        {
            output.WriteLine($"{trouble.Key}: {string.Join(", ", trouble.CountBy(item => Rate(item.Server, item.Verdict)).OrderBy(count => count.Key).Select(count => $"{count.Key} {count.Value}"))}");
        }

        Assert.Equal(Servers, Judged.Length);
        Assert.Empty(Judged.Where(item => Rate(item.Server, item.Verdict) == Answer.Wrong)
            .Select(item => (item.Server.Trouble, item.Verdict)));
    }

    [Fact]
    public void No_healthy_server_of_any_engine_is_called_slow()
    {
        var random = new Random(Seed + 1);
        var healthy = Enumerable.Range(0, Servers).Select(_ => new ServerDraw(random, Trouble.None).Server())
            .Select(server => (server.Measured.IsSqlServer, Verdict: SqlJudge.Judge(server.Measured))).ToList();
        Assert.All([true, false], isSqlServer => Assert.InRange(healthy.Count(item => item.IsSqlServer == isSqlServer), Servers / 5, Servers));
        Assert.Empty(healthy.Where(item => item.Verdict.State == SqlState.Slow).Select(item => item.Verdict));
    }

    [Theory]
    [InlineData(nameof(Trouble.None), 0.5)]
    [InlineData(nameof(Trouble.Clock), 0.5)]
    [InlineData(nameof(Trouble.Cpu), 0.3)]
    [InlineData(nameof(Trouble.Storage), 0.6)] // not where neither the log nor a control is known
    [InlineData(nameof(Trouble.Recorded), 1)]
    public void Unclear_is_no_way_out(string trouble, double right)
    {
        var of = Judged.Where(item => item.Server.Trouble == Enum.Parse<Trouble>(trouble)).ToList();
        Assert.InRange((double)of.Count(item => Rate(item.Server, item.Verdict) == Answer.Right) / of.Count, right, 1);
    }

    private static (GeneratedServer Server, SqlVerdict Verdict)[] Judge()
    {
        var random = new Random(Seed);
        return [.. Enumerable.Range(0, Servers).Select(_ => new ServerDraw(random).Server())
            .Select(server => (server, SqlJudge.Judge(server.Measured)))];
    }

    /// <summary>That it is slow without a named cause is never wrong of a server that is, and right of one whose statements are recorded.</summary>
    private static Answer Rate(GeneratedServer server, SqlVerdict verdict) => (server.Trouble, verdict.State, verdict.Cause) switch
    {
        (Trouble.None, SqlState.Normal, _) or (Trouble.Clock, _, SqlCause.Clock) or (Trouble.Cpu, _, SqlCause.Cpu) or (
            Trouble.Storage, _, SqlCause.Storage) => Answer.Right,
        (Trouble.Recorded, SqlState.Unclear, _) or (Trouble.Recorded, SqlState.Slow, SqlCause.Unknown) => Answer.Right,
        (_, SqlState.Unclear, _) or (not Trouble.None, SqlState.Slow, SqlCause.Unknown) => Answer.Unclear,
        _ => Answer.Wrong,
    };
}
