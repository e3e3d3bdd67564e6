namespace TimerProbe.SqlServer.Connecting;

/// <summary>The server answered something else than it was asked for.</summary>
internal sealed class UnreadableAnswerException(string message) : Exception(message)
{
    public static UnreadableAnswerException Column(string column) => new($"its answer has no usable {column}");

    public static UnreadableAnswerException TooLong() => new("its answer has no end");
}
