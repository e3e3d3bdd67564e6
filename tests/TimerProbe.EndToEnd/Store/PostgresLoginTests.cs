using TimerProbe.EndToEnd.Running;

namespace TimerProbe.EndToEnd.Store;

/// <summary>A shared store whose account needs a password.</summary>
public sealed class PostgresLoginTests
{
    private const string Variable = "TIMERPROBE_STORE_PASSWORD";

    private static readonly ProgramRun Migrate = TimerProbeProgram.Fastest.With("store", "migrate").WithEnvironment("PGPASSWORD", null);

    [Theory]
    [InlineData(Variable)]
    [InlineData("PGPASSWORD")]
    public async Task The_password_is_in_the_environment(string variable)
    {
        await using var place = await GuardedAsync();
        var result = await Migrate.With("--store", Guarded(place)).WithEnvironment(variable, PostgresCluster.Password).RunAsync();
        Assert.Equal((0, ""), (result.ExitCode, result.Error));
        Assert.StartsWith("Created ", result.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_configuration_names_its_file()
    {
        await using var place = await GuardedAsync();
        Assert.Equal(0, (await Migrate.With("--store", Guarded(place)).WithEnvironment(Variable, PostgresCluster.Password).RunAsync()).ExitCode);
        await File.WriteAllTextAsync(place["pw"], PostgresCluster.Password + "\n", TestContext.Current.CancellationToken);
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(place["pw"], UnixFileMode.UserRead);
        }

        await File.WriteAllTextAsync(
            place["timerprobe.json"], $$"""{ "store": { "target": "{{Guarded(place)}}", "passwordFile": "pw" } }""", TestContext.Current.CancellationToken);
        var list = await TimerProbeProgram.Fastest.With("history", "list", "--config", place["timerprobe.json"]).WithEnvironment(Variable, null).RunAsync();
        Assert.Equal((0, ""), (list.ExitCode, list.Error));
    }

    [Theory]
    [InlineData("s3cret", "refused the login")]
    [InlineData(null, "wants a password and none was given")]
    public async Task A_wrong_password_is_a_sentence_without_it(string? password, string sentence)
    {
        await using var place = await GuardedAsync();
        var result = await Migrate.With("--store", Guarded(place)).WithEnvironment(Variable, password).RunAsync();
        Assert.Equal(3, result.ExitCode);
        Assert.Contains(sentence, result.Error, StringComparison.Ordinal);
        Assert.Contains(Variable, result.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("s3cret", result.Out + result.Error, StringComparison.Ordinal);
    }

    private static Task<TestStore> GuardedAsync() => TestStore.NewAsync(Engine.Postgres);

    private static string Guarded(TestStore place) => place.Text.Replace("Username=timerprobe", "Username=" + PostgresCluster.GuardedUser, StringComparison.Ordinal);
}
