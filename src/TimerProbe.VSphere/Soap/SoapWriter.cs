namespace TimerProbe.VSphere.Soap;

/// <summary>Writes the elements of a request. The order of elements is part of the API.</summary>
internal sealed class SoapWriter(XmlWriter xml)
{
    public const string Envelope = "http://schemas.xmlsoap.org/soap/envelope/";
    public const string Instance = "http://www.w3.org/2001/XMLSchema-instance";
    public const string Vim = "urn:vim25";

    public void Element(string name, Action content)
    {
        xml.WriteStartElement(name, Vim);
        content();
        xml.WriteEndElement();
    }

    public void Element(string name, string xsiType, Action content) => Element(name, () =>
    {
        xml.WriteAttributeString("xsi", "type", Instance, xsiType);
        content();
    });

    public void Text(string name, string value) => xml.WriteElementString(name, Vim, value);

    public void Texts(string name, IEnumerable<string> values)
    {
        foreach (var value in values)
        {
            Text(name, value);
        }
    }

    public void Number(string name, int value) => Text(name, value.ToString());

    public void Flag(string name, bool value) => Text(name, value ? "true" : "false");

    public void Time(string name, DateTimeOffset value) => Text(name, value.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'"));

    public void Reference(string name, ManagedObjectReference reference) => Element(name, () =>
    {
        xml.WriteAttributeString("type", reference.Type);
        xml.WriteString(reference.Value);
    });
}
