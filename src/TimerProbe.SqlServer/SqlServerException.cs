namespace TimerProbe.SqlServer;

/// <summary>An error that was to be expected from a SQL Server. The message is a sentence the user can act on.</summary>
public sealed class SqlServerException : Exception
{
    internal SqlServerException(SqlServerErrorKind kind, string message, Exception? innerException = null)
        : base(message, innerException) => Kind = kind;

    public SqlServerErrorKind Kind { get; }

    public Problem Problem => Problem.Create(ProblemCode.Refused, Message);

    public IReadOnlyList<string> Leftovers { get; internal init; } = [];
}
