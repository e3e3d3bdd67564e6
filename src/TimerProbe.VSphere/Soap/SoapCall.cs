namespace TimerProbe.VSphere.Soap;

/// <summary>One call of a method of the API on an object; its arguments are written when it is sent.</summary>
internal sealed record SoapCall(string Method, ManagedObjectReference This, Action<SoapWriter>? Arguments = null)
{
    private static readonly XmlWriterSettings Settings = new() { Encoding = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false) };

    public ArraySegment<byte> ToBytes()
    {
        var bytes = new MemoryStream();
        using (var xml = XmlWriter.Create(bytes, Settings))
        {
            xml.WriteStartElement("soapenv", "Envelope", SoapWriter.Envelope);
            xml.WriteAttributeString("xmlns", "xsi", ns: null, SoapWriter.Instance);
            xml.WriteStartElement("Body", SoapWriter.Envelope);
            xml.WriteStartElement(Method, SoapWriter.Vim);
            var writer = new SoapWriter(xml);
            writer.Reference("_this", This);
            Arguments?.Invoke(writer);
        }

        return new ArraySegment<byte>(bytes.GetBuffer(), 0, (int)bytes.Length);
    }
}
