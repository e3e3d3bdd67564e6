using System.Text.Json.Serialization;

namespace TimerProbe.Core.Verdicts;

/// <summary>Whether a SQL Server is slow.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<SqlState>))]
public enum SqlState
{
    /// <summary>What there is to compare with says it is as it should be.</summary>
    Normal,

    /// <summary>It is slow.</summary>
    Slow,

    /// <summary>The figures do not decide, or there is nothing to compare them with.</summary>
    Unclear,
}
