namespace TimerProbe.EndToEnd.Running;

/// <summary>How long a test waits for what must come: it bounds a hang and nothing else, so that no load makes it too short.</summary>
internal static class Hang
{
    public static readonly TimeSpan Limit = TimeSpan.FromMinutes(5);
}
