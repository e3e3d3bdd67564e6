using TimerProbe.Application;

namespace TimerProbe.Server.Schedule;

/// <summary>What one scan says: it goes on with the name of its vCenter, and the first of it is remembered.</summary>
internal sealed class ScanDialog(IDialog inner, string server) : NobodyToAsk
{
    private const int Most = 3;
    private readonly List<string> _said = [];

    /// <summary>What was complained of, in one line; null for nothing.</summary>
    public string? Complaints
    {
        get
        {
            lock (_said)
            {
                return _said.Count == 0 ? null : string.Join("; ", _said);
            }
        }
    }

    /// <inheritdoc/>
    public override void Complain(string message)
    {
        lock (_said)
        {
            _said.AddRange(_said.Count < Most ? [message] : []);
        }

        inner.Complain(message.Contains(server, StringComparison.Ordinal) ? message : $"{server}: {message}");
    }
}
