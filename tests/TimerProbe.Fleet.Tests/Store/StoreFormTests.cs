namespace TimerProbe.Fleet.Tests.Store;

/// <summary>A store on a server whose form a later version makes.</summary>
public sealed class StoreFormTests
{
    [Fact]
    public async Task A_form_of_a_later_version_is_refused()
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        await (await place.OpenAsync()).DisposeAsync();
        await LaterForm.UpdateAsync(place.Text);

        Assert.Equal(StoreErrorKind.OtherSchema, (await Assert.ThrowsAsync<StoreException>(() => place.OpenAsync())).Kind);
    }
}
