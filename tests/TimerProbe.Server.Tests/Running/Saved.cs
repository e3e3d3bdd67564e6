namespace TimerProbe.Server.Tests.Running;

/// <summary>Documents put into a store beside a node, as another node or a command would.</summary>
internal static class Saved
{
    public static async Task ScanAsync(TestStore place, params IEnumerable<ScanDocument> documents)
    {
        await using var store = await place.OpenAsync();
        foreach (var document in documents)
        {
            await store.SaveAsync(document, cancellationToken: Cancel);
        }
    }
}
