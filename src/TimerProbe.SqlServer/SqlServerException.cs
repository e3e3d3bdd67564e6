namespace TimerProbe.SqlServer;

/// <summary>An error that was to be expected from a SQL Server. The message is a sentence the user can act on.</summary>
public sealed class SqlServerException : Exception
{
    internal SqlServerException(SqlServerErrorKind kind, string message, Exception? innerException = null)
        : base(message, innerException) => Kind = kind;

    /// <summary>What went wrong.</summary>
    public SqlServerErrorKind Kind { get; }

    /// <summary>The error as data, marked as the words of another program, since what the server said is in it.</summary>
    public Problem Problem => Problem.Create(SqlProblem.Refused, $"{ProblemArgument.Words(Message)}");

    /// <summary>The statements that remove what the run could not remove itself; usually none.</summary>
    public IReadOnlyList<string> Leftovers { get; internal init; } = [];
}
