using System.Net;
using System.Net.NetworkInformation;
using System.Net.Sockets;

namespace TimerProbe.SqlServer.Inspection;

/// <summary>Asks the operating system and DNS for what <see cref="LocalMachine"/> holds. What neither tells is left out.</summary>
public static class LocalMachineReader
{
    /// <summary>This machine.</summary>
    public static LocalMachine Read()
    {
        string[] names = [
            Environment.MachineName,
            Told(Dns.GetHostName, ""),
            Told(() =>
                IPGlobalProperties.GetIPGlobalProperties() is { DomainName.Length: > 0 } own ? $"{own.HostName}.{own.DomainName}" : "", "")
        ];
        return new LocalMachine(
            [.. names.Where(name => name.Length > 0).Distinct(StringComparer.OrdinalIgnoreCase)],
            Told<IReadOnlyCollection<IPAddress>>(
                () =>
                    [.. NetworkInterface.GetAllNetworkInterfaces()
                        .SelectMany(card => card.GetIPProperties().UnicastAddresses)
                        .Select(address => new IPAddress(address.Address.GetAddressBytes()))], []));
    }

    /// <summary>The addresses behind a server's name; none when it does not resolve.</summary>
    public static async Task<IReadOnlyCollection<IPAddress>> AddressesAsync(SqlServerTarget target, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(target);
        try
        {
            return await Dns.GetHostAddressesAsync(target.ProbeHost, cancellationToken);
        }
        catch (SocketException)
        {
            return [];
        }
    }

    private static T Told<T>(Func<T> ask, T otherwise)
    {
        try
        {
            return ask();
        }
        catch (Exception unreported) when (unreported is NetworkInformationException or SocketException or PlatformNotSupportedException)
        {
            return otherwise;
        }
    }
}
