using TimerProbe.VSphere.Soap;

namespace TimerProbe.VSphere.Queries;

/// <summary>The call that asks for privileges.</summary>
internal static class PrivilegeCalls
{
    /// <summary>There since API 5.5, on vCenters and hosts.</summary>
    public static SoapCall HasPrivileges(ManagedObjectReference authorizationManager, ManagedObjectReference entity, string sessionKey, IEnumerable<string> privileges) =>
        new("HasPrivilegeOnEntities", authorizationManager, soap =>
        {
            soap.Reference("entity", entity);
            soap.Text("sessionId", sessionKey);
            soap.Texts("privId", privileges);
        });

    /// <summary>The privileges that are granted.</summary>
    public static IReadOnlySet<string> ReadGranted(SoapReader soap)
    {
        var granted = new HashSet<string>(StringComparer.Ordinal);
        for (var depth = soap.Depth; soap.NextChild(depth);)
        {
            for (var entity = soap.Depth; soap.NextChild(entity);)
            {
                if (soap.Name == "privAvailability" && ReadAvailability(soap) is { } privilege)
                {
                    soap.Keep(privilege.Length);
                    granted.Add(privilege);
                }
            }
        }

        return granted;
    }

    private static string? ReadAvailability(SoapReader soap)
    {
        var (privilege, isGranted) = ("", false);
        for (var depth = soap.Depth; soap.NextChild(depth);)
        {
            switch (soap.Name)
            {
                case "privId":
                    privilege = soap.Text();
                    break;
                case "isGranted":
                    isGranted = soap.Text() is "true" or "1";
                    break;
            }
        }

        return isGranted ? privilege : null;
    }
}
