namespace TimerProbe.Application.Saving;

/// <summary>The timerprobe-server that check, watch and sql submit what they find to.</summary>
[AtMostOneOf("tokenFile", "tokenEnvironment", "windowsCredential")]
public sealed record SubmitSettings : ISection
{
    /// <summary>Its address, such as https://timerprobe.example.org:8443.</summary>
    [Text(TextForm.WebAddress)]
    public required Uri Url { get; init; }

    /// <summary>Believe certificates issued by the authorities in this PEM file, and no others.</summary>
    [Text(TextForm.FilePath)]
    public string? CaFile { get; init; }

    /// <summary>Submit by http to another machine as well: the token can then be read on the way.</summary>
    public bool PlainHttp { get; init; }

    /// <summary>The file whose first line is the token; only its owner may be able to read it.</summary>
    [Text(TextForm.FilePath)]
    public SecretReference? TokenFile { get; init; }

    /// <summary>The environment variable that holds the token; TIMERPROBE_SUBMIT_TOKEN by default.</summary>
    [Text(TextForm.Variable)]
    public SecretReference? TokenEnvironment { get; init; }

    /// <summary>The generic credential of Windows Credential Manager that holds the token.</summary>
    [Text(TextForm.Any)]
    public SecretReference? WindowsCredential { get; init; }

    /// <summary>Where the token is kept; null by default.</summary>
    [JsonIgnore]
    public SecretReference? Token => TokenFile ?? TokenEnvironment ?? WindowsCredential;

    /// <summary>What is wrong with the address; null for nothing.</summary>
    public static string? Validate(Uri url, bool plainHttp) =>
        url.UserInfo.Length > 0
            || url.Query.Length > 0
            || url.Fragment.Length > 0 ? "the address of a server has no user, no ? and no # in it"
        : url.Scheme == Uri.UriSchemeHttps || (url.Scheme == Uri.UriSchemeHttp && (url.IsLoopback || plainHttp)) ? null
        : "the token could be read on the way: use https, or allow http by \"plainHttp\" in the configuration";

    IEnumerable<(string Path, string Message)> ISection.Validate()
    {
        if (Validate(Url, PlainHttp) is { } wrong)
        {
            yield return ("url", wrong);
        }

        if (CaFile is not null && Url.Scheme != Uri.UriSchemeHttps)
        {
            yield return ("caFile", "without TLS there is no certificate to trust: remove caFile, or use https");
        }
    }
}
