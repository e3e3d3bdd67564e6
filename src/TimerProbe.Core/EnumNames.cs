namespace TimerProbe.Core;

/// <summary>How documents spell the members of enumerations.</summary>
public static class EnumNames
{
    public static string ToDocumentName(this Enum member) => JsonNamingPolicy.CamelCase.ConvertName(member.ToString());
}
