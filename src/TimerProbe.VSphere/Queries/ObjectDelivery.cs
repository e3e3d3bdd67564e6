using TimerProbe.VSphere.Soap;

namespace TimerProbe.VSphere.Queries;

/// <summary>Hands each object on once, also when a retrieval begins again.</summary>
internal sealed class ObjectDelivery(Action<ObjectContent> each, SoapAnswerLimits limits)
{
    private readonly HashSet<ManagedObjectReference> _taken = [];

    /// <summary>The objects handed on.</summary>
    public IReadOnlySet<ManagedObjectReference> Taken => _taken;

    public void Take(ObjectContent content)
    {
        if (_taken.Add(content.Obj))
        {
            if (_taken.Count > limits.Objects)
            {
                throw new AnswerLimitException($"more objects than the {limits.Objects:N0} that are read of one kind");
            }

            each(content);
        }
    }
}
