using System.Globalization;

namespace TimerProbe.VSphere.Queries;

/// <summary>Reads the server's own options. The meter counts its requests beside the session's total.</summary>
internal sealed class OptionReader(VSphereSession session, RequestMeter? meter = null)
{
    private const string MaxQueryMetrics = "config.vpxd.stats.maxQueryMetrics";
    private const int Unlimited = 10_000;

    /// <summary>The value of an option; null when the server has none of this name, or does not let the account read it.</summary>
    /// <exception cref="VSphereException">It failed otherwise.</exception>
    public async Task<string?> ReadAsync(string name, CancellationToken cancellationToken)
    {
        if (session.Content.Setting is not { } manager)
        {
            return null;
        }

        try
        {
            return await session.ReadAsync(
                token => session.SendAsync(QueryOptions(manager, name), soap => Find(soap, name), meter, token), cancellationToken);
        }
        catch (VSphereException ex) when (ex.Fault is { Type: "InvalidName" or "NoPermission" })
        {
            return null;
        }
    }

    /// <summary>
    /// How many metrics one QueryPerf may ask for: what the server's option says, 10,000 where it says there is no limit, and where
    /// it says nothing vCenter's defaults: 64 up to version 6.0, 256 since. A host has no limit.
    /// </summary>
    public async Task<int> ReadMaxQueryMetricsAsync(CancellationToken cancellationToken)
    {
        if (!session.Content.About.IsVirtualCenter)
        {
            return Unlimited;
        }

        var option = await ReadAsync(MaxQueryMetrics, cancellationToken);
        if (!int.TryParse(option, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var limit))
        {
            return session.Content.About.HasApi(6, 5) ? 256 : 64;
        }

        return limit > 0 ? Math.Min(limit, Unlimited) : Unlimited;
    }

    private static SoapCall QueryOptions(ManagedObjectReference optionManager, string name) =>
        new("QueryOptions", optionManager, soap => soap.Text("name", name));

    private static string? Find(SoapReader soap, string name)
    {
        string? found = null;
        for (var depth = soap.Depth; soap.NextChild(depth);)
        {
            string? key = null;
            for (var option = soap.Depth; soap.NextChild(option);)
            {
                switch (soap.Name)
                {
                    case "key":
                        key = soap.Text();
                        break;
                    case "value" when key == name:
                        found = soap.Text();
                        break;
                }
            }
        }

        return found;
    }
}
