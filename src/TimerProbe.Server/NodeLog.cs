using System.Data.Common;
using System.Text.Encodings.Web;

namespace TimerProbe.Server;

/// <summary>
/// The log of a node on standard error: one line an event, with time, node, level and subject. It takes in what ASP.NET Core and
/// the scheduler log. Where an exception comes from is written at the level debug only, and so are requests that their clients
/// broke off, and what libraries say of a store that is away, which the node logs itself.
/// </summary>
internal sealed class NodeLog(TextWriter error, string node, TimeProvider time) : IDialog, ILoggerProvider
{
    public const string Node = "node";

    private readonly Lock _turn = new();

    public bool IsJson { get; init; }

    public bool IsDebug { get; init; }

    public LogLevel MinLevel => IsDebug ? LogLevel.Debug : LogLevel.Information;

    public void ReportProblem(string message) => Say(LogLevel.Warning, Node, message);

    public IDialog About(string subject) => new ReportingDialog(message => Say(LogLevel.Warning, subject, message));

    public void Say(LogLevel level, string subject, string message, Exception? bug = null)
    {
        if (level < MinLevel)
        {
            return;
        }

        var trace = IsDebug ? bug?.ToString() : null;
        var at = time.GetUtcNow().UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture);
        var line = IsJson
            ? Json(at, GetName(level), subject, message, trace)
            : PlainText.OneLine(OneLine($"{at} {node} {GetName(level)} {subject}: {message}{(trace is null ? "" : $"; {trace}")}"));
        lock (_turn)
        {
            error.WriteLine(line);
        }
    }

    public ILogger CreateLogger(string categoryName) => new CategoryLogger(this, categoryName);

    public void Dispose()
    {
        // The writer belongs to the maker of the log.
    }

    private string Json(string at, string level, string subject, string message, string? trace)
    {
        using var bytes = new MemoryStream();
        using (var json = new Utf8JsonWriter(bytes, new JsonWriterOptions { Encoder = JavaScriptEncoder.Default }))
        {
            json.WriteStartObject();
            json.WriteString("time", at);
            json.WriteString("node", node);
            json.WriteString("level", level);
            json.WriteString("subject", subject);
            json.WriteString("message", message);
            if (trace is not null)
            {
                json.WriteString("trace", trace);
            }

            json.WriteEndObject();
        }

        return Encoding.UTF8.GetString(bytes.ToArray());
    }

    private static string OneLine(string text) => string.Join(
        " | ", text.ReplaceLineEndings("\n").Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries));

    private static string GetName(LogLevel level) => level switch
    {
        LogLevel.Information => "info",
        LogLevel.Warning => "warning",
        LogLevel.Error or LogLevel.Critical => "error",
        _ => "debug",
    };

    private sealed class CategoryLogger(NodeLog log, string category) : ILogger
    {
        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => logLevel >= log.MinLevel && logLevel != LogLevel.None;

        public void Log<TState>(
            LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
        {
            if (IsEnabled(logLevel))
            {
                var text = formatter(state, exception);
                log.Say(
                    exception is not null && logLevel < LogLevel.Critical && IsExpected(exception) ? LogLevel.Debug : logLevel,
                    category[(category.LastIndexOf('.') + 1)..],
                    exception is null || text.Contains(exception.Message, StringComparison.Ordinal)
                        ? text
                        : $"{text.TrimEnd('.')}: {exception.Message}",
                    exception);
            }
        }

        private static bool IsExpected(Exception error) =>
            error is StoreException or DbException or SocketException or IOException or TimeoutException or OperationCanceledException
            || (error is AggregateException several
                ? several.InnerExceptions.All(IsExpected)
                : error.InnerException is { } inner && IsExpected(inner));
    }
}
