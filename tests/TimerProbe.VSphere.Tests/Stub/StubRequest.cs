namespace TimerProbe.VSphere.Tests.Stub;

internal sealed record StubRequest(string Method, XElement Call, string? Cookie, string SoapAction, string UserAgent)
{
    public static readonly XNamespace Vim = "urn:vim25";

    /// <summary>The number of requests of this method so far, this one included.</summary>
    public required int Turn { get; init; }

    public string? Text(string member) => Call.Descendants(Vim + member).FirstOrDefault()?.Value;

    public IReadOnlyList<string> Texts(string member) => [.. Call.Descendants(Vim + member).Select(element => element.Value)];
}
