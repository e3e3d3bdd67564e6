namespace TimerProbe.VSphere.Soap;

/// <summary>Opens an answer's envelope and hands on its one content or fault; faults' texts become fit for sentences here.</summary>
internal static class EnvelopeReader
{
    /// <summary>Reads the answer with <paramref name="read"/>, or the fault in its place.</summary>
    /// <exception cref="XmlException">It is no answer to this method.</exception>
    public static (T? Value, VSphereFault? Fault) Read<T>(SoapReader soap, string method, Func<SoapReader, T> read)
    {
        soap.ReadToRoot();
        Expect(soap.Name == "Envelope" && soap.Namespace == SoapWriter.Envelope);
        do
        {
            Expect(soap.NextChild(0));
        }
        while (soap.Name != "Body");

        Expect(soap.NextChild(1));
        if (soap.Name == "Fault" && soap.Namespace == SoapWriter.Envelope)
        {
            var fault = ReadSoapFault(soap);
            soap.Finish();
            return (default, fault);
        }

        Expect(soap.Name == method + "Response");
        var value = read(soap);
        soap.Finish();
        return (value, null);
    }

    private static void Expect(bool isSo)
    {
        if (!isSo)
        {
            throw new XmlException("it is not a SOAP answer of the vSphere API");
        }
    }

    private static VSphereFault ReadSoapFault(SoapReader soap)
    {
        var message = "";
        VSphereFault? detail = null;
        var depth = soap.Depth;
        while (soap.NextChild(depth))
        {
            switch (soap.Name)
            {
                case "faultstring": message = soap.Line(); break;
                case "detail": detail = ReadDetail(soap); break;
            }
        }

        return detail is null ? new VSphereFault("SoapFault", message) : detail with { Message = message };
    }

    public static VSphereFault ReadFault(SoapReader soap, string type)
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
        return ReadFault(soap, type);
    }
}
