using TimerProbe.Fleet.Store;
using TimerProbe.Fleet.Tests.Running;

namespace TimerProbe.Fleet.Tests.Store;

/// <summary>A store on a server whose form a later version makes.</summary>
public sealed class StoreFormTests
{
    [Fact]
    public async Task A_form_of_a_later_version_is_refused()
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        await (await place.OpenAsync()).DisposeAsync();
        await LaterForm.UpdateAsync(place.Target);

        Assert.Equal(StoreErrorKind.NewerSchema, (await Assert.ThrowsAsync<StoreException>(() => place.OpenAsync())).Kind);
    }

    [Fact]
    public async Task An_older_form_is_left_to_the_owner_by_name()
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        var roles = await StoreRoles.NewAsync(place);

        var refused = await Assert.ThrowsAsync<StoreException>(() => LaterForm.UpdateAsync(roles.Target("scanner")));
        Assert.Equal(StoreErrorKind.OlderSchema, refused.Kind);
        Assert.Contains($"Run timerprobe store migrate as {roles.Name("owner")}, who owns the tables", refused.Message);

        var form = await LaterForm.UpdateAsync(roles.Target("owner"));
        Assert.Equal((LaterForm.Known.Count, LaterForm.Known.Count + 1), (form.Before, form.Now));
    }
}
