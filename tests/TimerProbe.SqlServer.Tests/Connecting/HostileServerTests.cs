namespace TimerProbe.SqlServer.Tests.Connecting;

/// <summary>A server that answers something else than it was asked for, or without an end, or says the password back.</summary>
[Collection(Name)]
[CollectionDefinition(Name, DisableParallelization = true)]
[Trait("Takes", "seconds")]
public sealed class HostileServerTests
{
    // What a login takes is counted for the whole process: who counts on it, and who takes much, are alone.
    public const string Name = "memory of the process";

    private const string Password = "p'ä;\"}ss";

    public static TheoryData<string, object?> OddValues => new()
    {
        { "cpu_ticks", "nine" },
        { "cpu_ticks", double.NaN },
        { "scheduler_count", long.MaxValue },
        { "time_source", 7 },
    };

    [Theory]
    [MemberData(nameof(OddValues))]
    public async Task A_value_of_another_type_is_one_that_could_not_be_had(string column, object? value)
    {
        await using var server = StandIn.But(request => request.Says("FROM sys.dm_os_sys_info") ? System(column, value) : null);
        var reading = await StandIn.ReadAsync(server);
        Assert.Null(reading.System);
        Assert.Contains($"no usable {column}", Assert.Single(reading.Unavailable, gap => gap.What == "system").Why, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_text_that_holds_the_password_is_taken_without_it_and_a_long_one_cut()
    {
        await using var server = StandIn.But(request => request.Says("@@VERSION")
            ? StandIn.Version(text: "Microsoft SQL Server for " + Password, version: "16." + new string('0', 9_000)) : null);
        await using var session = await StandIn.OpenAsync(server);
        Assert.DoesNotContain(Password, session.Identity.Engine, StringComparison.Ordinal);
        Assert.Equal(4_000, session.Identity.Version!.Length);
    }

    [Fact]
    public async Task An_error_that_holds_the_password_is_shown_without_it()
    {
        await using var server = StandIn.But(
            request => request.Says("@@VERSION") ? TdsAnswer.Error(50000, 16, "the password P'Ä;\"}SS is wrong") : null);
        var refused = await Assert.ThrowsAsync<SqlServerException>(() => StandIn.OpenAsync(server));
        Assert.EndsWith("the server refused: the password (secret) is wrong", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_refused_login_that_says_the_password_is_shown_without_it()
    {
        await using var server = new TdsServer { LogIn = (login, _) => Task.FromResult(TdsAnswer.Error(18456, 14, $"not with {login.Password}")) };
        var refused = await Assert.ThrowsAsync<SqlServerException>(() => StandIn.OpenAsync(server));
        Assert.Equal(SqlServerErrorKind.LoginRefused, refused.Kind);
        Assert.DoesNotContain(Password, refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_server_that_never_answers_a_login_is_given_up()
    {
        await using var server = new TdsServer
        {
            LogIn = async (_, token) =>
            { await Task.Delay(Timeout.Infinite, token); return TdsAnswer.Done; }
        };
        var error = await Assert.ThrowsAsync<SqlServerException>(
            () => StandIn.OpenAsync(server, StandIn.Options with { ConnectTimeout = TimeSpan.FromSeconds(2) }));
        Assert.Equal(SqlServerErrorKind.Timeout, error.Kind);
    }

    [Theory(Timeout = 60_000)]
    [InlineData(true)]
    [InlineData(false)]
    public async Task An_answer_without_an_end_is_given_up(bool atLogin)
    {
        var endless = TdsAnswer.Written(TalkAsync);
        await using var server = StandIn.But(request => request.Says("@@VERSION") ? endless : null);
        server.LogIn = (_, _) => Task.FromResult(atLogin ? endless : TdsAnswer.Done);
        var before = GC.GetTotalAllocatedBytes();
        var refused = await Assert.ThrowsAsync<SqlServerException>(() => StandIn.OpenAsync(server).WaitAsync(TestContext.Current.CancellationToken));
        Assert.Contains("its answer has no end", refused.Message, StringComparison.Ordinal);
        Assert.True(GC.GetTotalAllocatedBytes() - before < 4L << 30);
    }

    [Fact]
    public async Task More_rows_than_anything_has_are_refused()
    {
        await using var server = StandIn.But(request =>
            request.Says("dm_xe_sessions") ? TdsAnswer.Rows(
                [.. Enumerable.Range(0, 10_001).Select(number => new (string, object?)[] { ("session_name", "x"), ("event_name", "y") })]) : null);
        var reading = await StandIn.ReadAsync(server);
        Assert.Contains("has no end", Assert.Single(reading.Unavailable, gap => gap.What == "profilingSessions").Why, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_is_no_answer_at_all_is_a_connection_that_is_lost()
    {
        // A column of a type that does not exist.
        await using var server = StandIn.But(request => request.Says("@@VERSION")
            ? TdsAnswer.Written((stream, cancellationToken) =>
                TdsPackets.WriteAsync(
                    stream, TdsPackets.Response, [0x81, 1, 0, 0, 0, 0, 0, 0, 0, 0x99, 0, 0, 0, 0xD1, 0, 0], cancellationToken))
            : null);
        var refused = await Assert.ThrowsAsync<SqlServerException>(() => StandIn.OpenAsync(server));
        Assert.Equal(SqlServerErrorKind.ConnectionLost, refused.Kind);
    }

    private static TdsAnswer System(string column, object? value) =>
        TdsAnswer.Row([.. new (string Name, object? Value)[] { ("cpu_ticks", 9L), ("ms_ticks", 9L), ("cpu_count", 8), ("scheduler_count", 8), ("time_source", "x"), ("virtual_machine_type", "x"), ("up_seconds", 9L) }
            .Select(item => item.Name == column ? (column, value) : item)]);

    private static async Task TalkAsync(Stream stream, CancellationToken cancellationToken)
    {
        var message = TdsTokens.Message(0xAB, 50000, 0, new string('m', 1_000));
        var size = message.Length + 8;
        // Never the last.
        byte[] packet = [TdsPackets.Response, 0, (byte)(size >> 8), (byte)size, 0, 0, 0, 0, .. message];
        while (!cancellationToken.IsCancellationRequested)
        {
            await stream.WriteAsync(packet, cancellationToken);
        }
    }
}
