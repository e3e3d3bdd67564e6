namespace TimerProbe.Server.Schedule;

/// <summary>Logs one scan's problems with its vCenter's name, once for as long as each scan has them; remembers the first.</summary>
internal sealed class ScanDialog(Faults faults, string server) : IDialog
{
    private const string Part = "scan";
    private const int MaxMessages = 3;
    private readonly List<string> _said = [];
    private readonly List<string> _warned = [];

    /// <summary>In one line what went wrong, or else another sentence, and after it what to know; null for nothing.</summary>
    public string? Summary(string? otherwise = null)
    {
        lock (_said)
        {
            List<string> all = [.. otherwise is null || _said.Count > 0 ? _said : [otherwise], .. _warned];
            return all.Count == 0 ? null : string.Join("; ", all);
        }
    }

    public void End()
    {
        if (Summary() is null)
        {
            faults.End(server, Part);
        }
    }

    public void ReportProblem(string message) => Say(_said, message);

    public void Warn(string message) => Say(_warned, message);

    private void Say(List<string> kind, string message)
    {
        lock (_said)
        {
            kind.AddRange(kind.Count < MaxMessages ? [message] : []);
        }

        faults.Begin(server, Part, message);
    }
}
