using System.Net;

namespace TimerProbe.Application.Serving;

/// <summary>Where a trusted proxy asks from.</summary>
public static class ProxyNetwork
{
    /// <summary>Reads an IP address or a network; false when it is neither.</summary>
    public static bool TryParse(string text, out IPNetwork network)
    {
        if (IPNetwork.TryParse(text, out network))
        {
            return true;
        }

        var isAddress = IPAddress.TryParse(text, out var address);
        network = isAddress ? new IPNetwork(address!, address!.GetAddressBytes().Length * 8) : default;
        return isAddress;
    }
}
