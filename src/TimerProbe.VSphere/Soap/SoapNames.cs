namespace TimerProbe.VSphere.Soap;

internal static class SoapNames
{
    public const string Envelope = "http://schemas.xmlsoap.org/soap/envelope/";
    public const string Instance = "http://www.w3.org/2001/XMLSchema-instance";
    public const string Schema = "http://www.w3.org/2001/XMLSchema";
    public const string Vim = "urn:vim25";
}
