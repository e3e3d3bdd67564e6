using System.Text.Json.Serialization;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;

namespace TimerProbe.Core.Verdicts;

/// <summary>What is to be said of a SQL Server.</summary>
/// <param name="State">Whether it is slow.</param>
/// <param name="Cause">Why, when it is.</param>
/// <param name="Confidence">How the cause is known; null without a known cause.</param>
/// <param name="Because">One sentence with the figures that decided.</param>
public sealed record SqlVerdict(SqlState State, SqlCause Cause, Confidence? Confidence, string Because);

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

/// <summary>Why a SQL Server is slow.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<SqlCause>))]
public enum SqlCause
{
    /// <summary>It is not slow.</summary>
    None,

    /// <summary>Asking for the time is expensive.</summary>
    Clock,

    /// <summary>Work that reads no clock is slow too.</summary>
    Cpu,

    /// <summary>Committing is expensive, the same rows in one transaction are not.</summary>
    Storage,

    /// <summary>None of these could be shown.</summary>
    Unknown,
}
