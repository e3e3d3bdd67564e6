using TimerProbe.EndToEnd.Running;

namespace TimerProbe.EndToEnd.Store;

/// <summary>Accounts of a shared store that may not do everything, and the owner's command.</summary>
public sealed class AccountTests
{
    [Theory]
    [InlineData("guest", "permission denied for table schema_script")]
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
}
