namespace TimerProbe.VSphere.Queries;

/// <summary>Hands each object on once, also when a retrieval begins anew.</summary>
internal sealed class Delivery(Action<ObjectContent> each)
{
    private readonly HashSet<ManagedObjectReference> _taken = [];

    /// <summary>The objects handed on.</summary>
    public IReadOnlySet<ManagedObjectReference> Taken => _taken;

    public void Take(ObjectContent content)
    {
        if (_taken.Add(content.Obj))
        {
            each(content);
        }
    }
}
