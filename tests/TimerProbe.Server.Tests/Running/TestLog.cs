namespace TimerProbe.Server.Tests.Running;

/// <summary>What a node of a test says.</summary>
internal static class TestLog
{
    public static NodeLog None { get; } = To(TextWriter.Null);

    /// <summary>As a node named one says it.</summary>
    public static NodeLog To(TextWriter writer) => new(TextWriter.Synchronized(writer), "one", TimeProvider.System);

    public static IEnumerable<string> WithoutTimes(IEnumerable<string> lines) =>
        lines.Select(line => line[(line.IndexOf(' ', StringComparison.Ordinal) + 1)..]);
}
