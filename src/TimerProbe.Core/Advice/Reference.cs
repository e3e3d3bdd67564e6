using System.Text.Json.Serialization;

namespace TimerProbe.Core.Advice;

/// <summary>A source.</summary>
public sealed record Reference(string Title, string Locator)
{
    /// <summary>Its address in the web; null where it has none that is known to last, and not part of documents.</summary>
    [JsonIgnore]
    public string? Address => RuleText.AddressOf(this);
}
