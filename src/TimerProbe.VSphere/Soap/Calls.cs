using System.Xml;

namespace TimerProbe.VSphere.Soap;

/// <summary>The calls that make, keep and end a session, and readers of plain answers.</summary>
internal static class Calls
{
    public static SoapCall RetrieveServiceContent { get; } = new(
        "RetrieveServiceContent", new ManagedObjectReference("ServiceInstance", "ServiceInstance"));

    public static SoapCall CurrentTime { get; } = new("CurrentTime", new ManagedObjectReference("ServiceInstance", "ServiceInstance"));

    public static SoapCall Login(
        ManagedObjectReference sessionManager, VSphereCredential credential) => new("Login", sessionManager, soap =>
    {
        soap.Text("userName", credential.UserName);
        soap.Text("password", credential.Password);
    });

    public static SoapCall Logout(ManagedObjectReference sessionManager) => new("Logout", sessionManager);

    /// <summary>Reads an answer without content.</summary>
    public static Func<SoapReader, bool> Nothing { get; } = _ => true;

    public static string Text(SoapReader soap)
    {
        var text = "";
        for (var depth = soap.Depth; soap.NextChild(depth);)
        {
            text = soap.Text();
        }

        return text;
    }

    /// <summary>
    /// Reads the key of the session that a login made, and the server's time of it; what the server does not tell is empty or null.
    /// </summary>
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
                    time = VimTime.Parse(soap.Text());
                }
            }
        }

        return (key, time);
    }

    /// <summary>Reads an answer that is one reference.</summary>
    /// <exception cref="XmlException">There is none, or it cannot be sent back.</exception>
    public static ManagedObjectReference Reference(SoapReader soap)
    {
        ManagedObjectReference? reference = null;
        for (var depth = soap.Depth; soap.NextChild(depth);)
        {
            reference = soap.NeededReference();
        }

        return reference ?? throw new XmlException("there is no reference in it");
    }
}
