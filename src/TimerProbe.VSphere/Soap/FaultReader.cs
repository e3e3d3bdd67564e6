namespace TimerProbe.VSphere.Soap;

/// <summary>
/// Reads faults: those that answer a call, and those that stand beside a missing property. Their texts are made for sentences as
/// they are read, all in this place.
/// </summary>
internal static class FaultReader
{
    public static VSphereFault ReadSoapFault(SoapReader soap)
    {
        var message = "";
        VSphereFault? detail = null;
        var depth = soap.Depth;
        while (soap.NextChild(depth))
        {
            switch (soap.Name)
            {
                case "faultstring":
                    message = soap.Line();
                    break;
                case "detail":
                    detail = ReadDetail(soap);
                    break;
            }
        }

        return detail is null ? new VSphereFault("SoapFault", message) : detail with { Message = message };
    }

    /// <summary>The members of a fault whose element the reader stands at.</summary>
    public static VSphereFault ReadMembers(SoapReader soap, string type)
    {
        var fault = new VSphereFault(soap.Term(type), "");
        var depth = soap.Depth;
        while (soap.NextChild(depth))
        {
            fault = soap.Name switch
            {
                "name" or "invalidProperty" => fault with { Name = soap.Term(soap.Text()) },
                "privilegeId" => fault with { PrivilegeId = soap.Term(soap.Text()) },
                "obj" or "object" => fault with { Obj = Clear(soap, soap.Reference()) },
                _ => fault,
            };
        }

        return fault;
    }

    private static ManagedObjectReference? Clear(SoapReader soap, ManagedObjectReference? obj) =>
        obj is { } reported && soap.Term(reported.Type) == reported.Type && soap.Term(reported.Value) == reported.Value ? obj : null;

    private static VSphereFault? ReadDetail(SoapReader soap)
    {
        const string suffix = "Fault";
        var depth = soap.Depth;
        if (!soap.NextChild(depth))
        {
            return null;
        }

        var element = soap.Name;
        var type = soap.Type ?? (element.EndsWith(suffix, StringComparison.Ordinal) ? element[..^suffix.Length] : element);
        return ReadMembers(soap, type);
    }
}
