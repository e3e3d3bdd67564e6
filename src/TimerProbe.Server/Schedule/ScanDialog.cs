using TimerProbe.Application;

namespace TimerProbe.Server.Schedule;

/// <summary>What one scan says: it is said with the name of its vCenter, once for as long as each scan says so, and the first of it is remembered.</summary>
internal sealed class ScanDialog(Faults faults, string server) : NonInteractiveDialog
{
    private const string Part = "scan";
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

    /// <summary>The scan is over: what the one before complained of, and this one did not, is over too.</summary>
    public void End()
    {
        if (Complaints is null)
        {
            faults.End(server, Part);
        }
    }

    /// <inheritdoc/>
    public override void Complain(string message)
    {
        lock (_said)
        {
            _said.AddRange(_said.Count < Most ? [message] : []);
        }

        faults.Begin(server, Part, message);
    }
}
