namespace TimerProbe.Lab.Tds;

/// <summary>What the server says to a statement.</summary>
internal abstract record TdsAnswer
{
    public static TdsAnswer Done { get; } = new Tokens([]);

    public static TdsAnswer Cut { get; } = new Cutting();

    public static TdsAnswer Row(params (string Name, object? Value)[] columns) => Rows([columns]);

    /// <summary>A result set; the columns' types are those of the first row's values.</summary>
    public static TdsAnswer Rows(params (string Name, object? Value)[][] rows) => new Tokens(TdsTokens.ResultSet(rows)) { Table = rows };

    public static TdsAnswer NoRows(params (string Name, object? Value)[] columns) => new Tokens(TdsTokens.Columns(columns));

    /// <summary>An error; from class 20 the connection ends with it.</summary>
    public static TdsAnswer Error(int number, byte severity, string message) =>
        new Tokens(TdsTokens.Message(0xAA, number, severity, message)) { Failed = true, Ends = severity >= 20 };

    /// <summary>What no server sends: written as it is, below the packets.</summary>
    public static TdsAnswer Written(Func<Stream, CancellationToken, Task> write) => new Raw(write);

    internal sealed record Tokens(byte[] Bytes) : TdsAnswer
    {
        public bool Failed { get; init; }

        public bool Ends { get; init; }

        /// <summary>The rows that the bytes were made of; null for anything else.</summary>
        public IReadOnlyList<(string Name, object? Value)[]>? Table { get; init; }
    }

    internal sealed record Raw(Func<Stream, CancellationToken, Task> WriteAsync) : TdsAnswer;

    internal sealed record Cutting : TdsAnswer;
}
