using System.Net;
using System.Net.NetworkInformation;

namespace TimerProbe.SqlServer.Inspection;

/// <summary>This machine by its names and addresses, to know whether an instance runs on it.</summary>
public sealed record LocalMachine(IReadOnlyCollection<string> Names, IReadOnlyCollection<IPAddress> Addresses)
{
    // Both read one clock, so no more lies between them than the coarse clock's step and a correction in between.
    private static readonly TimeSpan ClockTolerance = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan BootTolerance = TimeSpan.FromMinutes(1);

    // Windows cuts a computer's NetBIOS name at 15 characters.
    private const int NetBiosLength = 15;

    public static LocalMachine Read()
    {
        string[] names = [Environment.MachineName, OrDefault(Dns.GetHostName, ""), OrDefault(DnsName, "")];
        return new LocalMachine(
            [.. names.Where(name => name.Length > 0).Distinct(StringComparer.OrdinalIgnoreCase)],
            OrDefault(InterfaceAddresses, []));
    }

    /// <summary>True when the server's own name, <see cref="TheName"/>, is one of this machine's; null when it gives none.</summary>
    public bool? IsNamedBy(ServerIdentity identity)
    {
        return TheName(identity) is { } name ? Names.Where(own => IsComparable(own, name)).Any(own => Same(own, name)) : null;
    }

    /// <summary>The server's name for the machine it runs on right now, else its network name; null when it gives none.</summary>
    public static string? TheName(ServerIdentity identity)
    {
        return new[] { identity.PhysicalName, identity.MachineName }.FirstOrDefault(name => !string.IsNullOrWhiteSpace(name))?.Trim();
    }

    public static string? RunsElsewhere(ServerReading reading, long upMilliseconds, bool sameCounter)
    {
        if (reading.ClockApart is { } apart && apart > ClockTolerance)
        {
            return $"its clock is {apart.TotalSeconds:#,0.0} s from this machine's";
        }

        var longer = reading.System?.MillisecondTicks is { } up ? TimeSpan.FromMilliseconds(up - upMilliseconds) : TimeSpan.Zero;
        if (longer <= BootTolerance && (!sameCounter || longer >= -BootTolerance))
        {
            return null;
        }

        var order = longer > TimeSpan.Zero ? "before" : "after";
        return $"its machine was started {Counted.Of((long)Math.Round(longer.Duration().TotalMinutes), Noun.Minute)} {order} this one";
    }

    public bool Owns(IEnumerable<IPAddress> addresses) =>
        addresses.Any(address => IPAddress.IsLoopback(address) || Addresses.Contains(Plain(address)));

    // Of two names with a domain both parts count; a name without one is compared with such a name only if there is nothing better.
    private bool IsComparable(string own, string given) => !HasDomain(given) || HasDomain(own) || !Names.Any(HasDomain);

    private static bool Same(string own, string given) => HasDomain(own) && HasDomain(given)
        ? own.Equals(given, StringComparison.OrdinalIgnoreCase)
        : Label(own).Equals(Label(given), StringComparison.OrdinalIgnoreCase)
            || (given.Length == NetBiosLength && Label(own).StartsWith(given, StringComparison.OrdinalIgnoreCase));

    private static bool HasDomain(string name) => name.Contains('.', StringComparison.Ordinal);

    private static string Label(string name) => name.Split('.', 2)[0];

    private static IPAddress Plain(IPAddress address) =>
        address.IsIPv4MappedToIPv6 ? address.MapToIPv4() : new IPAddress(address.GetAddressBytes());

    private static string DnsName() =>
        IPGlobalProperties.GetIPGlobalProperties() is { DomainName.Length: > 0 } own ? $"{own.HostName}.{own.DomainName}" : "";

    private static IReadOnlyCollection<IPAddress> InterfaceAddresses() =>
    [
        .. NetworkInterface.GetAllNetworkInterfaces()
            .SelectMany(card => card.GetIPProperties().UnicastAddresses)
            .Select(address => new IPAddress(address.Address.GetAddressBytes())),
    ];

    private static T OrDefault<T>(Func<T> ask, T otherwise)
    {
        try
        {
            return ask();
        }
        catch (Exception ex) when (ex is NetworkInformationException or SocketException or PlatformNotSupportedException)
        {
            return otherwise;
        }
    }
}
