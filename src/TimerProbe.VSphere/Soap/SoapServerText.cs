using TimerProbe.Core.Secrets;

namespace TimerProbe.VSphere.Soap;

/// <summary>A server's texts as this program repeats them: fit for a sentence, and none that holds a secret of the run.</summary>
internal sealed class SoapServerText(SecretFilter secrets)
{
    // A password of four letters may well be a part of "InvalidLogin"; whoever has it for one is not protected by hiding that.
    private const int ShortestInTerm = 6;

    public static SoapServerText Plain { get; } = new(new SecretFilter());

    /// <summary>Keeps another secret back from now on: the session's own.</summary>
    public void Withhold(string secret) => secrets.Add(secret);

    public bool HoldsSecret(string text) => secrets.Holds(text);

    /// <summary>A name of the API for a sentence: withheld when it holds a secret, but not for that of one short as a syllable.</summary>
    public string Term(string name) => secrets.Holds(name, ShortestInTerm) ? SecretFilter.Withheld : Printable.Line(name);

    /// <summary>A text for a sentence. It is looked through whole before it is cut.</summary>
    public string Line(string text) => Printable.Line(secrets.Clear(text));
}
