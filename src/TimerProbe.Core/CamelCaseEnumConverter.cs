namespace TimerProbe.Core;

/// <summary>Writes an enumeration's member as the document spells it: <c>tscTrapped</c>. Whole numbers are refused.</summary>
public sealed class CamelCaseEnumConverter<TEnum>() : JsonStringEnumConverter<TEnum>(JsonNamingPolicy.CamelCase, allowIntegerValues: false)
    where TEnum : struct, Enum;
