using System.Text.Json;

namespace TimerProbe.Cli.Configuration.Json;

/// <summary>A value of a JSON text, with its place there.</summary>
/// <param name="Kind">What kind of value it is.</param>
/// <param name="Place">Where it begins.</param>
internal sealed record JsonValue(JsonValueKind Kind, JsonPlace Place)
{
    /// <summary>The text of a string, or a number as it is written; else empty.</summary>
    public string Text { get; init; } = "";

    /// <summary>The members of an object, in their order; no name comes twice.</summary>
    public IReadOnlyList<JsonMember> Members { get; init; } = [];

    /// <summary>The items of an array.</summary>
    public IReadOnlyList<JsonValue> Items { get; init; } = [];

    /// <summary>Its kind and place: a value may be a secret.</summary>
    public override string ToString() => $"{Kind} at {Place}";
}

/// <summary>A member of an object.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Place">Where the name begins.</param>
/// <param name="Value">Its value.</param>
internal sealed record JsonMember(string Name, JsonPlace Place, JsonValue Value);
