using TimerProbe.Core.Problems;

namespace TimerProbe.Core.Json;

/// <summary>The spelling of enumeration members in documents, for writers that are not JSON.</summary>
public static class EnumNames
{
    /// <summary>The member as documents spell it: <c>tscTrapped</c>.</summary>
    public static string ToDocumentName(this Enum member) => Spelling.Of(member);
}
