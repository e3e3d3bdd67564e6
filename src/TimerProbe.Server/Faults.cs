
namespace TimerProbe.Server;

/// <summary>
/// What is wrong now: each sentence is said once, and once more that it is over. Several parts of a node may find out the same.
/// </summary>
public sealed class Faults
{
    /// <summary>The subject of what is wrong with the store.</summary>
    public const string Store = "store";

    /// <summary>A fault that says ever other sentences is not said without end.</summary>
    private const int Most = 10;

    private readonly Lock _gate = new();
    private readonly NodeLog _log;
    private readonly TimeProvider _time;
    private readonly Dictionary<string, Fault> _open = new(StringComparer.Ordinal);

    internal Faults(NodeLog log, TimeProvider time) => (_log, _time) = (log, time);

    /// <summary>Something is wrong.</summary>
    /// <param name="subject">With what.</param>
    /// <param name="part">The part of the node that found it out, and will say when it finds nothing wrong any more.</param>
    /// <param name="sentence">What.</param>
    public void Begin(string subject, string part, string sentence)
    {
        lock (_gate)
        {
            if (!_open.TryGetValue(subject, out var fault))
            {
                _open[subject] = fault = new Fault(_time.GetTimestamp(), sentence);
            }

            fault.Parts.Add(part);
            if (fault.Said.Count >= Most || !fault.Said.Add(sentence))
            {
                return;
            }
        }

        _log.Say(LogLevel.Warning, subject, sentence);
    }

    /// <summary>A part of the node finds nothing wrong with something: if no other does, it is over.</summary>
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

        _log.Say(
            LogLevel.Information,
            subject,
            $"over after {TimeSpan.FromSeconds(Math.Ceiling(_time.GetElapsedTime(over.BeganAt).TotalSeconds)):c}: {over.First}");
    }

    private sealed record Fault(long BeganAt, string First)
    {
        public HashSet<string> Said { get; } = new(StringComparer.Ordinal);

        public HashSet<string> Parts { get; } = new(StringComparer.Ordinal);
    }
}
