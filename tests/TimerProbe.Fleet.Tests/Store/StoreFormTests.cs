using TimerProbe.Fleet.Store;
using TimerProbe.Fleet.Store.History;
using TimerProbe.Fleet.Store.Sql;
using TimerProbe.Fleet.Tests.Running;

namespace TimerProbe.Fleet.Tests.Store;

/// <summary>A store on a server that programs of several versions use at once, of which one makes its form.</summary>
public sealed class StoreFormTests
{
    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_newer_form_is_used_if_its_owner_made_it_for_older_programs()
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        await (await place.OpenAsync()).DisposeAsync();
        await LaterForm.UpdateAsync(place.Target, LaterForm.ForOlder);

        await using var store = await place.OpenAsync();

        Assert.Equal((LaterForm.Known.Count + 1, LaterForm.Known.Count + 1), store.Form);
        await store.SaveAsync(SampleFleet.Scan(SampleFleet.Start, SampleFleet.VCenter(machines: 2)), cancel: Cancel);
        Assert.Single(await store.Runs.ListAsync(new RunQuery(), Cancel));
    }

    [Fact]
    public async Task A_newer_form_that_is_for_newer_programs_only_is_refused()
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        await (await place.OpenAsync()).DisposeAsync();
        await LaterForm.UpdateAsync(place.Target, LaterForm.ForNone);

        Assert.Equal(StoreErrorKind.NewerSchema, (await Assert.ThrowsAsync<StoreException>(() => place.OpenAsync())).Kind);
    }

    [Fact]
    public async Task An_account_that_does_not_own_the_tables_works_with_an_older_form_and_changes_nothing()
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        var roles = await StoreRoles.NewAsync(place);

        var form = await LaterForm.UpdateAsync(roles.Target("scanner"), LaterForm.ForBoth);

        Assert.Equal((LaterForm.Known.Count, LaterForm.Known.Count), (form.Before, form.Now));
    }

    [Theory]
    [InlineData(LaterForm.ForOlder, false)]
    [InlineData(LaterForm.ForNone, false)]
    [InlineData(LaterForm.ForBoth, true)]
    public async Task An_older_form_that_does_not_do_is_left_to_the_owner_by_name(string script, bool insists)
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        var roles = await StoreRoles.NewAsync(place);

        var refused = await Assert.ThrowsAsync<StoreException>(() => LaterForm.UpdateAsync(roles.Target("scanner"), script, insists));
        Assert.Equal(StoreErrorKind.OlderSchema, refused.Kind);
        Assert.Contains($"Run timerprobe store migrate as {roles.Name("owner")}, who owns the tables", refused.Message);

        var form = await LaterForm.UpdateAsync(roles.Target("owner"), script, insists);
        Assert.Equal((LaterForm.Known.Count, LaterForm.Known.Count + 1), (form.Before, form.Now));
    }

    [Fact]
    public void The_first_line_of_a_script_says_which_programs_go_with_it()
    {
        Assert.Equal((9, false), Says(LaterForm.ForNone));
        Assert.Equal((1, false), Says(LaterForm.ForOlder));
        Assert.Equal((1, true), Says(LaterForm.ForBoth));
    }

    private static (int, bool) Says(string text) => new SchemaScript(9, "009-later", text) is var script ? (script.OldestProgram, script.IsOptional) : default;
}
