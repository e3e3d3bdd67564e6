using TimerProbe.EndToEnd.Running;
using TimerProbe.Fleet.Store;
using TimerProbe.Fleet.Store.History;

namespace TimerProbe.EndToEnd.Store;

/// <summary>A machine that measures itself, with an account that may do no more than hand that in; and the owner's command.</summary>
public sealed class GuestAccountTests
{
    [Fact]
    public async Task A_check_is_handed_in_and_taken_in_by_the_next_run_that_is_saved()
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        var roles = await StoreRoles.NewAsync(place);

        var handedIn = await Check(roles, "guest").RunAsync();
        Assert.Equal(0, handedIn.ExitCode);
        Assert.Contains("may only submit runs", handedIn.Error, StringComparison.Ordinal);
        Assert.Equal(0, await RunsAsync(roles));

        var saved = await Check(roles, "scanner").RunAsync();
        Assert.Equal((0, ""), (saved.ExitCode, saved.Error));
        Assert.Equal(2, await RunsAsync(roles));
    }

    [Theory]
    [InlineData("guest", "but not read there")]
    [InlineData("scanner", "Nothing to do: ")]
    public async Task What_an_account_may_not_do_is_said(string role, string sentence)
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        var roles = await StoreRoles.NewAsync(place);
        string[] command = role == "guest" ? ["history", "list"] : ["store", "migrate"];

        var result = await TimerProbeProgram.FrameworkDependent.With(command).With("--store", roles.Text(role)).RunAsync();

        Assert.Equal(role == "guest" ? 3 : 0, result.ExitCode);
        Assert.Contains(sentence, result.Out + result.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(Engine.Sqlite)]
    [InlineData(Engine.Postgres)]
    public async Task The_owner_makes_a_store_and_finds_it_made(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        var migrate = TimerProbeProgram.FrameworkDependent.With("store", "migrate", "--store", place.Text);

        Assert.StartsWith("Created ", (await migrate.RunAsync()).Out, StringComparison.Ordinal);
        Assert.StartsWith("Nothing to do: ", (await migrate.RunAsync()).Out, StringComparison.Ordinal);
    }

    private static ProgramRun Check(StoreRoles roles, string role) => TimerProbeProgram.FrameworkDependent.With("check", "--fail-on", "never", "--save", "--store", roles.Text(role));

    private static async Task<int> RunsAsync(StoreRoles roles)
    {
        await using var store = await roles.OpenAsync("reader", StoreAccess.Read);
        return (await store.Runs.ListAsync(new RunQuery(), TestContext.Current.CancellationToken)).Count;
    }
}
