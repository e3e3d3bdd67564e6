// An object by its name at the time of the event: it may be gone by now.
using EntityName = (string Name, TimerProbe.VSphere.ManagedObjectReference? Reference);

namespace TimerProbe.VSphere.Queries;

internal sealed record VSphereEvent
{
    public required string Type { get; init; }

    public required int Key { get; init; }

    public int ChainId { get; init; }

    /// <summary>The server's time, in UTC.</summary>
    public required DateTimeOffset CreatedTime { get; init; }

    /// <summary>The account that caused it; empty or null for the server itself.</summary>
    public string? UserName { get; init; }

    public EntityName? Vm { get; init; }

    public EntityName? Host { get; init; }

    public EntityName? SourceHost { get; init; }

    public string? EventTypeId { get; init; }

    public string? DescriptionId { get; init; }

    public string? TaskState { get; init; }

    public static VSphereEvent Read(SoapReader soap)
    {
        var type = soap.Type ?? "Event";
        var (key, chain) = (0, 0);
        DateTimeOffset? created = null;
        string? user = null, eventTypeId = null, objectName = null, objectType = null, objectId = null;
        EntityName? vm = null, host = null, source = null;
        (string? DescriptionId, string? State, EntityName? Vm) task = default;
        for (var depth = soap.Depth; soap.NextChild(depth);)
        {
            switch (soap.Name)
            {
                case "key": key = soap.Number(); break;
                case "chainId": chain = soap.Number(); break;
                case "createdTime": created = SoapReader.ParseTime(soap.Text()) ?? throw new XmlException("the time of an event is invalid"); break;
                case "userName": user = soap.SharedText(); break;
                case "vm": vm = Entity(soap, "vm"); break;
                case "host": host = Entity(soap, "host"); break;
                case "sourceHost": source = Entity(soap, "host"); break;
                case "eventTypeId": eventTypeId = soap.SharedText(); break;
                case "info": task = ReadTask(soap); break;
                case "objectName": objectName = soap.Text(); break;
                case "objectType": objectType = soap.SharedText(); break;
                case "objectId": objectId = soap.Text(); break;
            }
        }

        // Some extended events name their machine only as "the object".
        var named = objectId is not null && objectType?.EndsWith("VirtualMachine", StringComparison.Ordinal) == true
            ? (objectName ?? "", SoapReader.AsReference("VirtualMachine", objectId))
            : (EntityName?)null;
        return new VSphereEvent
        {
            Type = type,
            Key = key,
            ChainId = chain,
            CreatedTime = created ?? throw new XmlException("an event has no time"),
            UserName = user,
            Vm = vm ?? task.Vm ?? named,
            Host = host,
            SourceHost = source,
            EventTypeId = eventTypeId,
            DescriptionId = task.DescriptionId,
            TaskState = task.State,
        };
    }

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

        return (name, reference);
    }

    private static (string? DescriptionId, string? State, EntityName? Vm) ReadTask(SoapReader soap)
    {
        ManagedObjectReference? vm = null;
        string? description = null, state = null;
        var entityName = "";
        for (var depth = soap.Depth; soap.NextChild(depth);)
        {
            switch (soap.Name)
            {
                case "descriptionId": description = soap.SharedText(); break;
                case "state": state = soap.SharedText(); break;
                case "entity" when soap.ReferenceType == "VirtualMachine": vm = soap.Reference(); break;
                case "entityName": entityName = soap.Text(); break;
            }
        }

        return (description, state, vm is null ? null : (entityName, vm));
    }
}
