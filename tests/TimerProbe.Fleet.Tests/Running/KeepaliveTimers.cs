namespace TimerProbe.Fleet.Tests.Running;

/// <summary>How long the kernel waits until it asks whether the other side of a connection on loopback is still there, as <c>/proc/net/tcp</c> has it.</summary>
internal static class KeepaliveTimers
{
    private const string Established = "01";
    private const string Keepalive = "02";

    /// <summary>Of a clock tick as the kernel shows it.</summary>
    private static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(10);

    /// <summary>The time that is left at one end; null for an end that does not ask, or has something under way.</summary>
    /// <param name="local">The port of this end.</param>
    /// <param name="remote">The port of the other.</param>
    public static TimeSpan? Left(int local, int remote) => File.ReadLines("/proc/net/tcp").Skip(1)
        .Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries))
        .Where(fields => fields[3] == Established && Port(fields[1]) == local && Port(fields[2]) == remote)
        .Select(fields => fields[5].Split(':'))
        .Where(timer => timer[0] == Keepalive)
        .Select(timer => (TimeSpan?)(long.Parse(timer[1], NumberStyles.HexNumber, CultureInfo.InvariantCulture) * Tick))
        .FirstOrDefault();

    private static int Port(string address) => int.Parse(address.Split(':')[1], NumberStyles.HexNumber, CultureInfo.InvariantCulture);
}
