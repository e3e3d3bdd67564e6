namespace TimerProbe.Core.Problems;

/// <summary>What could not be had of a SQL Server, or not be run there.</summary>
public enum SqlProblem
{
    /// <summary>It makes no sense there, or the server lacks what it takes.</summary>
    NotApplicable,

    /// <summary>The server refused it, or took too long.</summary>
    Refused,

    /// <summary>The connection was lost before its turn.</summary>
    ConnectionLost,

    /// <summary>It ran, and its runs give no figure.</summary>
    NoFigure,

    /// <summary>The server does not tell it, or has no such thing.</summary>
    NotTold,
}
