using TimerProbe.Core.Problems;

namespace TimerProbe.SqlServer;

/// <summary>An error that was to be expected from a SQL Server. The message is a sentence the user can act on.</summary>
public sealed class SqlServerException : Exception
{
    internal SqlServerException(SqlServerErrorKind kind, string message, Exception? innerException = null)
        : base(message, innerException) => Kind = kind;

    /// <summary>What went wrong.</summary>
    public SqlServerErrorKind Kind { get; }

    /// <summary>The error as data. What the server said is in it, so all of it is held for words of another program.</summary>
    public Problem Problem => Problem.Create(SqlProblem.Refused, $"{ProblemArgument.Words(Message)}");

    /// <summary>The server's error number; null when the error is not the server's own word.</summary>
    public int? Number { get; internal init; }

    /// <summary>The statements that remove what the run could not remove itself; usually none.</summary>
    public IReadOnlyList<string> Leftovers { get; internal init; } = [];
}
