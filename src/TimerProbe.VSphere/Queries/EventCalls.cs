using TimerProbe.VSphere.Soap;

namespace TimerProbe.VSphere.Queries;

/// <summary>The calls that read events.</summary>
internal static class EventCalls
{
    public static SoapCall CreateCollector(ManagedObjectReference eventManager, EventFilter filter) =>
        new("CreateCollectorForEvents", eventManager, soap => soap.Element("filter", () =>
        {
            if (filter.Entity is { } entity)
            {
                soap.Element("entity", () =>
                {
                    soap.Reference("entity", entity);
                    soap.Text("recursion", "all");
                });
            }

            if (filter.From is not null || filter.Until is not null)
            {
                soap.Element("time", () => Window(soap, filter));
            }

            soap.Flag("disableFullMessage", value: true);
            soap.Texts("eventTypeId", filter.EventTypeIds);
        }));

    public static SoapCall SetPageSize(ManagedObjectReference collector, int maxCount) =>
        new("SetCollectorPageSize", collector, soap => soap.Number("maxCount", maxCount));

    public static SoapCall ReadNext(ManagedObjectReference collector, int maxCount) =>
        new("ReadNextEvents", collector, soap => soap.Number("maxCount", maxCount));

    public static SoapCall Destroy(ManagedObjectReference collector) => new("DestroyCollector", collector);

    private static void Window(SoapWriter soap, EventFilter filter)
    {
        if (filter.From is { } from)
        {
            soap.Time("beginTime", from);
        }

        if (filter.Until is { } until)
        {
            soap.Time("endTime", until);
        }
    }
}
