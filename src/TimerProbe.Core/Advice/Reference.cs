namespace TimerProbe.Core.Advice;

/// <summary>A source.</summary>
/// <param name="Title">What it is called.</param>
/// <param name="Locator">How to find it: an article number, a document's name and section.</param>
public sealed record Reference(string Title, string Locator)
{
    /// <summary>Its address in the web; null where it has none that is known to last, and not part of documents.</summary>
    [JsonIgnore]
    public string? Address => RuleDescription.GetAddress(this);
}
