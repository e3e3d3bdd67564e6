using System.Xml;

namespace TimerProbe.VSphere.Queries;

/// <summary>Reads events, oldest first, page by page. The meter counts its requests beside the session's total.</summary>
internal sealed class EventReader(VSphereSession session, RequestMeter? meter = null)
{
    public const int PageSize = 1_000;

    public async Task<int> ReadAsync(EventFilter filter, Action<VSphereEvent> each, CancellationToken cancellationToken)
    {
        var manager = session.Content.EventManager
            ?? throw new VSphereException(VSphereErrorKind.NotVSphere, $"{session.Named} has no event manager: its events cannot be read");
        // Of a reading that began anew, as after a login that had ended.
        var before = new List<KeySet>();
        var taken = 0;
        return await session.ReadAsync(async token =>
        {
            var keys = new KeySet();
            var isAgain = before.ToList();
            before.Add(keys);
            var collector = await session.SendAsync(CreateCollector(manager, filter), Calls.Reference, meter, token);
            try
            {
                await session.SendAsync(SetPageSize(collector, PageSize), Calls.Nothing, meter, token);
                await ReadPagesAsync(collector, keys, Take, () => taken >= filter.AtMost, token);
                return taken;
            }
            finally
            {
                await session.CleanUpAsync(Destroy(collector), meter, token);
            }

            void Take(VSphereEvent read)
            {
                if (isAgain.Exists(keys => keys.Contains(read.Key)))
                {
                    return;
                }

                if (++taken > session.Options.Limits.Events)
                {
                    throw new AnswerLimitException($"more events than the {session.Options.Limits.Events:N0} that are read");
                }

                each(read);
            }
        }, cancellationToken);
    }

    private static bool ReadPage(SoapReader soap, PageProgress<int> keys, Action<VSphereEvent> each)
    {
        for (var depth = soap.Depth; soap.NextChild(depth);)
        {
            var read = VSphereEvent.Read(soap);
            if (keys.Add(read.Key))
            {
                each(read);
            }
        }

        return keys.EndPage() switch
        {
            PageOutcome.Repeated => throw new XmlException("its pages of events bring nothing new"),
            PageOutcome.Exhausted => false,
            _ => true,
        };
    }

    private async Task ReadPagesAsync(
        ManagedObjectReference collector, KeySet known, Action<VSphereEvent> each, Func<bool> isEnough, CancellationToken cancellationToken)
    {
        // Permissions are applied to a page after it was cut from the history, so that an account that may see little gets empty
        // pages with more to come; the API has no other sign of the end than several of them.
        var keys = new PageProgress<int>(session.Options.Limits.EmptyPages, known.Add);
        for (var isMore = true; isMore && !isEnough();)
        {
            isMore = await session.SendAsync(ReadNext(collector, PageSize), soap => ReadPage(soap, keys, each), meter, cancellationToken);
        }
    }

    private static SoapCall CreateCollector(ManagedObjectReference eventManager, EventFilter filter) =>
        new("CreateCollectorForEvents", eventManager, soap => soap.Element("filter", () =>
        {
            if (filter.From is not null || filter.Until is not null)
            {
                soap.Element("time", () => Window(soap, filter));
            }

            soap.Flag("disableFullMessage", value: true);
            soap.Texts("eventTypeId", filter.EventTypeIds);
        }));

    private static SoapCall SetPageSize(ManagedObjectReference collector, int maxCount) =>
        new("SetCollectorPageSize", collector, soap => soap.Number("maxCount", maxCount));

    private static SoapCall ReadNext(ManagedObjectReference collector, int maxCount) =>
        new("ReadNextEvents", collector, soap => soap.Number("maxCount", maxCount));

    private static SoapCall Destroy(ManagedObjectReference collector) => new("DestroyCollector", collector);

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
