using System.Xml;

namespace TimerProbe.VSphere.Soap;

internal static class ServiceContentReader
{
    public static ServiceContent Read(SoapReader soap)
    {
        var managers = new Dictionary<string, ManagedObjectReference>(StringComparer.Ordinal);
        var about = new Dictionary<string, string>(StringComparer.Ordinal);
        var depth = soap.Depth;
        while (soap.NextChild(depth))
        {
            for (var content = soap.Depth; soap.NextChild(content);)
            {
                if (soap.Name == "about")
                {
                    ReadTexts(soap, about);
                }
                else
                {
                    Take(soap, managers);
                }
            }
        }

        return new ServiceContent
        {
            About = About(about),
            RootFolder = Required(managers, "rootFolder"),
            PropertyCollector = Required(managers, "propertyCollector"),
            SessionManager = Optional(managers, "sessionManager"),
            ViewManager = Optional(managers, "viewManager"),
            EventManager = Optional(managers, "eventManager"),
            PerfManager = Optional(managers, "perfManager"),
            AuthorizationManager = Optional(managers, "authorizationManager"),
            Setting = Optional(managers, "setting"),
        };
    }

    private static void ReadTexts(SoapReader soap, Dictionary<string, string> texts)
    {
        for (var depth = soap.Depth; soap.NextChild(depth);)
        {
            texts[soap.Name] = soap.Line();
        }
    }

    /// <summary>A member that is no reference, of a version to come, is none of the managers.</summary>
    private static void Take(SoapReader soap, Dictionary<string, ManagedObjectReference> managers)
    {
        var (name, type) = (soap.Name, soap.ReferenceType);
        if (SoapReader.AsReference(type ?? "", soap.Text()) is { } manager)
        {
            managers[name] = manager;
        }
    }

    private static AboutInfo About(Dictionary<string, string> texts) => new()
    {
        FullName = texts.GetValueOrDefault("fullName", ""),
        Version = texts.GetValueOrDefault("version", ""),
        ApiVersion = texts.GetValueOrDefault("apiVersion", ""),
        ApiType = texts.GetValueOrDefault("apiType", ""),
        ProductLineId = texts.GetValueOrDefault("productLineId", ""),
        InstanceUuid = texts.GetValueOrDefault("instanceUuid"),
    };

    private static ManagedObjectReference? Optional(Dictionary<string, ManagedObjectReference> managers, string name) =>
        managers.TryGetValue(name, out var manager) ? manager : null;

    private static ManagedObjectReference Required(Dictionary<string, ManagedObjectReference> managers, string name) =>
        Optional(managers, name) ?? throw new XmlException($"its service content has no {name}");
}
