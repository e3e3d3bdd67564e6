namespace TimerProbe.VSphere.Soap;

/// <summary>The calls that make, keep and end a session, and readers of plain answers.</summary>
internal static class Calls
{
    public static SoapCall RetrieveServiceContent { get; } = new(
        "RetrieveServiceContent", new ManagedObjectReference("ServiceInstance", "ServiceInstance"));

    public static SoapCall Login(ManagedObjectReference sessionManager, Login credential) =>
        new("Login", sessionManager, soap =>
        {
            soap.Text("userName", credential.UserName);
            soap.Text("password", credential.Password);
        });

    public static SoapCall Logout(ManagedObjectReference sessionManager) => new("Logout", sessionManager);

    public static Func<SoapReader, bool> Nothing { get; } = _ => true;

    /// <summary>The key and the server's time of the session that a login made; empty or null where the server does not say.</summary>
    public static (string Key, DateTimeOffset? LoginTime) Session(SoapReader soap)
    {
        var (key, time) = ("", (DateTimeOffset?)null);
        for (var depth = soap.Depth; soap.NextChild(depth);)
        {
            for (var session = soap.Depth; soap.NextChild(session);)
            {
                if (soap.Name == "key")
                {
                    key = soap.Handle();
                }
                else if (soap.Name == "loginTime")
                {
                    time = SoapReader.ParseTime(soap.Text());
                }
            }
        }

        return (key, time);
    }

    /// <summary>Reads an answer that is one reference.</summary>
    /// <exception cref="XmlException">There is no reference, or it cannot be sent back.</exception>
    public static ManagedObjectReference Reference(SoapReader soap)
    {
        ManagedObjectReference? reference = null;
        for (var depth = soap.Depth; soap.NextChild(depth);)
        {
            reference = soap.NeededReference();
        }

        return reference ?? throw new XmlException("there is no reference in it");
    }

    public static ServiceContent ServiceContent(SoapReader soap)
    {
        var managers = new Dictionary<string, ManagedObjectReference>();
        var about = new Dictionary<string, string>();
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
        InstanceUuid = texts.GetValueOrDefault("instanceUuid"),
    };

    private static ManagedObjectReference? Optional(Dictionary<string, ManagedObjectReference> managers, string name) =>
        managers.TryGetValue(name, out var manager) ? manager : null;

    private static ManagedObjectReference Required(Dictionary<string, ManagedObjectReference> managers, string name) =>
        Optional(managers, name) ?? throw new XmlException($"its service content has no {name}");
}
