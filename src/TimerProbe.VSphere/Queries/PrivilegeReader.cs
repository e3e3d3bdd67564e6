namespace TimerProbe.VSphere.Queries;

/// <summary>Asks which privileges the account of the session has. The meter counts its requests beside the session's total.</summary>
public sealed class PrivilegeReader(VSphereSession session, RequestMeter? meter = null)
{
    /// <summary>Those that the account has: none when it may not even see the object, null when the server does not say.</summary>
    /// <exception cref="VSphereException">It failed otherwise.</exception>
    public async Task<IReadOnlySet<string>?> ReadAsync(
        ManagedObjectReference entity, IReadOnlyCollection<string> privileges, CancellationToken cancellationToken)
    {
        if (session.Content.AuthorizationManager is not { } manager)
        {
            return null;
        }

        try
        {
            return await session.ReadAsync(token => session.SendAsync(
                HasPrivileges(manager, entity, session.Key, privileges), ReadGranted, meter, token), cancellationToken);
        }
        catch (VSphereException ex) when (ex.Fault is { Type: "NoPermission" })
        {
            return new HashSet<string>();
        }
        catch (VSphereException ex) when (ex.Kind == VSphereErrorKind.Fault)
        {
            return null;
        }
    }

    private static SoapCall HasPrivileges(
        ManagedObjectReference authorizationManager, ManagedObjectReference entity, string sessionKey, IEnumerable<string> privileges) =>
        new("HasPrivilegeOnEntities", authorizationManager, soap =>
        {
            soap.Reference("entity", entity);
            soap.Text("sessionId", sessionKey);
            soap.Texts("privId", privileges);
        });

    private static IReadOnlySet<string> ReadGranted(SoapReader soap)
    {
        var granted = new HashSet<string>();
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
                case "privId": privilege = soap.Text(); break;
                case "isGranted": isGranted = soap.Text() is "true" or "1"; break;
            }
        }

        return isGranted ? privilege : null;
    }
}
