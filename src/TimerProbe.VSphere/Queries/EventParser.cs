using System.Xml;
using TimerProbe.VSphere.Soap;

namespace TimerProbe.VSphere.Queries;

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
        "createdTime" => read with { CreatedTime = VimTime.Parse(soap.Text()) ?? throw new XmlException("the time of an event is invalid") },
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
