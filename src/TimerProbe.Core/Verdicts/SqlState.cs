namespace TimerProbe.Core.Verdicts;

/// <summary>Whether a SQL Server is slow.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<SqlState>))]
public enum SqlState
{
    Normal,

    Slow,

    Unclear,
}
