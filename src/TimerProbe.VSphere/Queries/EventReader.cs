using System.Xml;
using TimerProbe.VSphere.Sessions;
using TimerProbe.VSphere.Soap;

namespace TimerProbe.VSphere.Queries;

/// <summary>Reads events, oldest first, page by page.</summary>
/// <param name="session">The session.</param>
/// <param name="meter">Counts the requests of this reader, beside the session's total.</param>
public sealed class EventReader(VSphereSession session, RequestMeter? meter = null)
{
    /// <summary>The most events a server gives at once.</summary>
    public const int PageSize = 1_000;

    /// <summary>Reads the events.</summary>
    /// <param name="filter">Which.</param>
    /// <param name="each">Takes each event as soon as it is read; called once per event,
    /// one call at a time, not on the caller's thread.</param>
    /// <param name="cancel">Ends it.</param>
    /// <returns>How many there were.</returns>
    /// <exception cref="VSphereException">It failed.</exception>
    public async Task<int> ReadAsync(EventFilter filter, Action<VSphereEvent> each, CancellationToken cancel)
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
            var collector = await session.SendAsync(EventCalls.CreateCollector(manager, filter), Calls.Reference, meter, token);
            try
            {
                await session.SendAsync(EventCalls.SetPageSize(collector, PageSize), Calls.Nothing, meter, token);
                await ReadPagesAsync(collector, keys, Take, () => taken >= filter.AtMost, token);
                return taken;
            }
            finally
            {
                await session.CleanUpAsync(EventCalls.Destroy(collector), meter, token);
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
        }, cancel);
    }

    /// <returns>Whether there may be another page.</returns>
    private static bool ReadPage(SoapReader soap, PageProgress<int> keys, Action<VSphereEvent> each)
    {
        for (var depth = soap.Depth; soap.NextChild(depth);)
        {
            var read = EventParser.Read(soap);
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
        ManagedObjectReference collector, KeySet known, Action<VSphereEvent> each, Func<bool> isEnough, CancellationToken cancel)
    {
        // Permissions are applied to a page after it was cut from the history, so that an account that may see little gets empty
        // pages with more to come; the API has no other sign of the end than several of them.
        var keys = new PageProgress<int>(session.Options.Limits.EmptyPages, known.Add);
        for (var isMore = true; isMore && !isEnough();)
        {
            isMore = await session.SendAsync(EventCalls.ReadNext(collector, PageSize), soap => ReadPage(soap, keys, each), meter, cancel);
        }
    }
}

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

/// <summary>Reads one event; members that are not of use are passed over.</summary>
internal static class EventParser
{
    public static VSphereEvent Read(SoapReader soap)
    {
        var read = new VSphereEvent { Type = soap.Type ?? "Event", Key = 0, CreatedTime = DateTimeOffset.MinValue };
        string? objectName = null;
        string? objectType = null;
        string? objectId = null;
        for (var depth = soap.Depth; soap.NextChild(depth);)
        {
            switch (soap.Name)
            {
                case "objectName": objectName = soap.Text(); break;
                case "objectType": objectType = soap.SharedText(); break;
                case "objectId": objectId = soap.Text(); break;
                default: read = With(read, soap); break;
            }
        }

        if (read.CreatedTime == DateTimeOffset.MinValue)
        {
            throw new XmlException("an event has no time");
        }

        // Some extended events name their machine only as "the object".
        return read.Vm is null && objectId is not null && objectType?.EndsWith("VirtualMachine", StringComparison.Ordinal) == true
            ? read with { Vm = new EntityName(objectName ?? "", SoapReader.AsReference("VirtualMachine", objectId)) }
            : read;
    }

    private static VSphereEvent With(VSphereEvent read, SoapReader soap) => soap.Name switch
    {
        "key" => read with { Key = soap.Number() },
        "chainId" => read with { ChainId = soap.Number() },
        "createdTime" =>
            read with { CreatedTime = VimTime.Parse(soap.Text()) ?? throw new XmlException("the time of an event is invalid") },
        "userName" => read with { UserName = soap.SharedText() },
        "vm" => read with { Vm = Entity(soap, "vm") },
        "host" => read with { Host = Entity(soap, "host") },
        "sourceHost" => read with { SourceHost = Entity(soap, "host") },
        "computeResource" => read with { ComputeResource = Entity(soap, "computeResource") },
        "eventTypeId" => read with { EventTypeId = soap.SharedText() },
        "info" => WithTask(read, soap),
        _ => read,
    };

    private static EntityName Entity(SoapReader soap, string member)
    {
        var name = "";
        ManagedObjectReference? reference = null;
        for (var depth = soap.Depth; soap.NextChild(depth);)
        {
            if (soap.Name == "name")
            {
                name = soap.SharedText();
            }
            else if (soap.Name == member)
            {
                reference = soap.Reference();
            }
        }

        return new EntityName(name, reference);
    }

    private static VSphereEvent WithTask(VSphereEvent read, SoapReader soap)
    {
        ManagedObjectReference? vm = null;
        var entityName = "";
        for (var depth = soap.Depth; soap.NextChild(depth);)
        {
            switch (soap.Name)
            {
                case "descriptionId": read = read with { DescriptionId = soap.SharedText() }; break;
                case "state": read = read with { TaskState = soap.SharedText() }; break;
                case "entity" when soap.ReferenceType == "VirtualMachine": vm = soap.Reference(); break;
                case "entityName": entityName = soap.Text(); break;
            }
        }

        return read.Vm is null && vm is not null ? read with { Vm = new EntityName(entityName, vm) } : read;
    }
}
