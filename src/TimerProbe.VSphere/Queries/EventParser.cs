using System.Globalization;
using System.Xml;
using TimerProbe.VSphere.Soap;

namespace TimerProbe.VSphere.Queries;

/// <summary>Reads one event; members that are not of use are passed over.</summary>
internal static class EventParser
{
    public static VSphereEvent Read(SoapReader soap)
    {
        var read = new VSphereEvent { Type = soap.Type ?? "Event", Key = 0, CreatedTime = default };
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

        // Some extended events name their machine only as "the object".
        return read.Vm is null && objectId is not null && objectType?.EndsWith("VirtualMachine", StringComparison.Ordinal) == true
            ? read with { Vm = new EntityName(objectName ?? "", new ManagedObjectReference("VirtualMachine", objectId)) }
            : read;
    }

    private static VSphereEvent With(VSphereEvent read, SoapReader soap) => soap.Name switch
    {
        "key" => read with { Key = Number(soap) },
        "chainId" => read with { ChainId = Number(soap) },
        "createdTime" => read with { CreatedTime = VimTime.Parse(soap.Text()) ?? throw new XmlException("an event has no time") },
        "vm" => read with { Vm = Entity(soap, "vm") },
        "host" => read with { Host = Entity(soap, "host") },
        "sourceHost" => read with { SourceHost = Entity(soap, "host") },
        "computeResource" => read with { ComputeResource = Entity(soap, "computeResource") },
        "eventTypeId" => read with { EventTypeId = soap.SharedText() },
        "info" => WithTask(read, soap),
        _ => read,
    };

    private static int Number(SoapReader soap) =>
        int.TryParse(soap.Text(), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number) ? number : throw new XmlException("an event's number is none");

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
        EntityName? vm = null;
        var entityName = "";
        for (var depth = soap.Depth; soap.NextChild(depth);)
        {
            switch (soap.Name)
            {
                case "descriptionId": read = read with { DescriptionId = soap.SharedText() }; break;
                case "state": read = read with { TaskState = soap.SharedText() }; break;
                case "entity" when soap.ReferenceType == "VirtualMachine": vm = new EntityName(entityName, soap.Reference()); break;
                case "entityName": entityName = soap.Text(); break;
            }
        }

        return read.Vm is null && vm is not null ? read with { Vm = vm with { Name = entityName } } : read;
    }
}
