using System.Text.Json;
using System.Text.Json.Serialization;

namespace TimerProbe.Core;

/// <summary>How documents spell the members of enumerations.</summary>
public static class EnumNames
{
    /// <summary>The member as documents spell it: <c>tscTrapped</c>.</summary>
    public static string ToDocumentName(this Enum member) => JsonNamingPolicy.CamelCase.ConvertName(member.ToString());
}

/// <summary>Writes an enumeration's member as the document spells it: <c>tscTrapped</c>. Whole numbers are refused.</summary>
/// <typeparam name="TEnum">The enumeration.</typeparam>
public sealed class CamelCaseEnumConverter<TEnum>() : JsonStringEnumConverter<TEnum>(JsonNamingPolicy.CamelCase, allowIntegerValues: false)
    where TEnum : struct, Enum;
