using System.Xml;

namespace TimerProbe.VSphere.Soap;

/// <summary>Opens the envelope of an answer and hands on its one content.</summary>
internal static class EnvelopeReader
{
    /// <summary>Reads the answer with <paramref name="read"/>, or the fault in its place.</summary>
    /// <exception cref="XmlException">It is no answer to this method.</exception>
    public static (T? Value, VSphereFault? Fault) Read<T>(SoapReader soap, string method, Func<SoapReader, T> read)
    {
        soap.ReadToRoot();
        Expect(soap.Name == "Envelope" && soap.Namespace == SoapNames.Envelope);
        do
        {
            Expect(soap.NextChild(0));
        }
        while (soap.Name != "Body");

        Expect(soap.NextChild(1));
        if (soap.Name == "Fault" && soap.Namespace == SoapNames.Envelope)
        {
            var fault = FaultReader.ReadSoapFault(soap);
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
}
