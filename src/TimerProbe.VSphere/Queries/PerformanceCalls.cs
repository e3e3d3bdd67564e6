using TimerProbe.VSphere.Soap;

namespace TimerProbe.VSphere.Queries;

/// <summary>The calls that read performance and options.</summary>
internal static class PerformanceCalls
{
    public static SoapCall QueryPerf(ManagedObjectReference perfManager, IEnumerable<ManagedObjectReference> entities, Func<ManagedObjectReference, PerformanceQuery> queryOf) =>
        new("QueryPerf", perfManager, soap =>
        {
            foreach (var entity in entities)
            {
                soap.Element("querySpec", () => QuerySpec(soap, entity, queryOf(entity)));
            }
        });

    public static SoapCall QueryOptions(ManagedObjectReference optionManager, string name) =>
        new("QueryOptions", optionManager, soap => soap.Text("name", name));

    private static void QuerySpec(SoapWriter soap, ManagedObjectReference entity, PerformanceQuery query)
    {
        soap.Reference("entity", entity);
        if (query.Window is { } window)
        {
            soap.Time("startTime", window.Start);
            soap.Time("endTime", window.End);
        }
        else
        {
            soap.Number("maxSample", query.MaxSample);
        }

        foreach (var counter in query.CounterIds)
        {
            soap.Element("metricId", () =>
            {
                soap.Number("counterId", counter);
                soap.Text("instance", query.Instance);
            });
        }

        soap.Number("intervalId", query.IntervalId);
        // A list in one text is a quarter of an element per sample.
        soap.Text("format", "csv");
    }
}
