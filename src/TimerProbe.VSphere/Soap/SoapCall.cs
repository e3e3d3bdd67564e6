using System.Globalization;
using System.Text;
using System.Xml;

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
            xml.WriteStartElement("soapenv", "Envelope", SoapNames.Envelope);
            xml.WriteAttributeString("xmlns", "xsi", ns: null, SoapNames.Instance);
            xml.WriteStartElement("Body", SoapNames.Envelope);
            xml.WriteStartElement(Method, SoapNames.Vim);
            var writer = new SoapWriter(xml);
            writer.Reference("_this", This);
            Arguments?.Invoke(writer);
        }

        return new ArraySegment<byte>(bytes.GetBuffer(), 0, (int)bytes.Length);
    }
}

/// <summary>Writes the elements of a request. The order of elements is part of the API.</summary>
internal sealed class SoapWriter(XmlWriter xml)
{
    public void Element(string name, Action content)
    {
        xml.WriteStartElement(name, SoapNames.Vim);
        content();
        xml.WriteEndElement();
    }

    public void Element(string name, string xsiType, Action content) => Element(name, () =>
    {
        xml.WriteAttributeString("xsi", "type", SoapNames.Instance, xsiType);
        content();
    });

    public void Text(string name, string value) => xml.WriteElementString(name, SoapNames.Vim, value);

    public void Texts(string name, IEnumerable<string> values)
    {
        foreach (var value in values)
        {
            Text(name, value);
        }
    }

    public void Number(string name, int value) => Text(name, value.ToString(CultureInfo.InvariantCulture));

    public void Flag(string name, bool value) => Text(name, value ? "true" : "false");

    public void Time(string name, DateTimeOffset value) =>
        Text(name, value.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture));

    public void Reference(string name, ManagedObjectReference reference) => Element(name, () =>
    {
        xml.WriteAttributeString("type", reference.Type);
        xml.WriteString(reference.Value);
    });
}

internal static class SoapNames
{
    public const string Envelope = "http://schemas.xmlsoap.org/soap/envelope/";
    public const string Instance = "http://www.w3.org/2001/XMLSchema-instance";
    public const string Schema = "http://www.w3.org/2001/XMLSchema";
    public const string Vim = "urn:vim25";
}
