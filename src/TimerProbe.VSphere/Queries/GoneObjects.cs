namespace TimerProbe.VSphere.Queries;

/// <summary>One deleted object fails a whole request: it is left out and the rest asked for again.</summary>
internal static class GoneObjects
{
    /// <summary>Asks for the objects that are left, until the server knows them all.</summary>
    public static async Task WithoutAsync(
        IReadOnlyList<ManagedObjectReference> objects,
        HashSet<ManagedObjectReference> gone,
        Func<IReadOnlyList<ManagedObjectReference>, Task> ask)
    {
        while (true)
        {
            ManagedObjectReference[] left = [.. objects.Where(obj => !gone.Contains(obj))];
            if (left.Length == 0)
            {
                return;
            }

            try
            {
                await ask(left);
                return;
            }
            catch (VSphereException error) when (error.Fault is { Type: "ManagedObjectNotFound", Obj: { } obj }
                && left.Contains(obj)
                && gone.Add(obj))
            {
                // Once more without it.
            }
        }
    }
}
