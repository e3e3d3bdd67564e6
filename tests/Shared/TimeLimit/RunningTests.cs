using Xunit.Sdk;

namespace TimerProbe.Tests.TimeLimit;

/// <summary>Passes on what happens to the tests and remembers which of them have not ended.</summary>
internal sealed class RunningTests(IMessageSink next) : IMessageSink
{
    private readonly ConcurrentDictionary<string, (string Name, long Since)> _running = new(StringComparer.Ordinal);
    private (string Name, long Since) _between = ("", Stopwatch.GetTimestamp());

    public bool OnMessage(IMessageSinkMessage message)
    {
        switch (message)
        {
            case ITestStarting started:
                _running[started.TestUniqueID] = (started.TestDisplayName, Stopwatch.GetTimestamp());
                break;
            case ITestFinished finished:
                _running.TryRemove(finished.TestUniqueID, out _);
                break;
        }

        _between = (message is ITestClassStarting entered ? entered.TestClassName : _between.Name, Stopwatch.GetTimestamp());
        return next.OnMessage(message);
    }

    /// <summary>A sentence for each test that runs for longer; one for what lies between tests when none runs and nothing happens.</summary>
    public IReadOnlyList<string> Over(TimeSpan limit)
    {
        var tests = _running.Values.Where(test => IsOver(test.Since)).Select(test => $"Hangs: {test.Name}").ToList();
        return tests.Count == 0 && _running.IsEmpty && IsOver(_between.Since) ? [$"Hangs between tests, in a fixture; the last class was {_between.Name}"] : tests;

        bool IsOver(long since) => Stopwatch.GetElapsedTime(since) > limit;
    }
}
