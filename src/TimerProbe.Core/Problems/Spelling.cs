using System.Text.Json;

namespace TimerProbe.Core.Problems;

internal static class Spelling
{
    /// <summary>The member in camel case: <c>loginRefused</c>.</summary>
    public static string Of(Enum member) => JsonNamingPolicy.CamelCase.ConvertName(member.ToString());
}
