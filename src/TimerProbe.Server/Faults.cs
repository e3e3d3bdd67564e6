namespace TimerProbe.Server;

/// <summary>What is wrong now: each sentence is logged once, and once more when it is over. Several parts may find the same.</summary>
public sealed class Faults
{
    public const string Store = "store";

    private const int MaxSentences = 10;

    private readonly Lock _gate = new();
    private readonly NodeLog _log;
    private readonly TimeProvider _time;
    private readonly Dictionary<string, Fault> _open = [];

    internal Faults(NodeLog log, TimeProvider time) => (_log, _time) = (log, time);

    public void Begin(string subject, string part, string sentence, Exception? bug = null)
    {
        lock (_gate)
        {
            if (!_open.TryGetValue(subject, out var fault))
            {
                _open[subject] = fault = new Fault(_time.GetTimestamp(), sentence);
            }

            fault.Parts.Add(part);
            if (fault.Said.Count >= MaxSentences || !fault.Said.Add(sentence))
            {
                return;
            }
        }

        _log.Say(bug is null ? LogLevel.Warning : LogLevel.Error, subject, sentence, bug);
    }

    public void End(string subject, string part)
    {
        Fault? over;
        lock (_gate)
        {
            if (!_open.TryGetValue(subject, out over) || !over.Parts.Remove(part) || over.Parts.Count > 0)
            {
                return;
            }

            _open.Remove(subject);
        }

        var lasted = TimeSpan.FromSeconds(Math.Ceiling(_time.GetElapsedTime(over.BeganAt).TotalSeconds));
        _log.Say(LogLevel.Information, subject, $"over after {lasted:c}: {over.First}");
    }

    private sealed record Fault(long BeganAt, string First)
    {
        public HashSet<string> Said { get; } = [];

        public HashSet<string> Parts { get; } = [];
    }
}
