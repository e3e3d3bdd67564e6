using System.Text.Json.Serialization.Metadata;

namespace TimerProbe.Fleet.Store;

/// <summary>A table of machines or hosts, and beside it that of their states, which are kept as JSON.</summary>
/// <param name="Name">The table, as the names of its queries begin.</param>
/// <param name="Names">The columns by which one is found, its name first.</param>
/// <param name="Found">Their values; null leaves what was known.</param>
/// <param name="WithFound">A state with those values.</param>
/// <param name="Asked">The columns beside the state that queries ask by.</param>
internal sealed record StateTable<T>(
    string Name,
    JsonTypeInfo<T> Form,
    string[] Names,
    Func<T, string?[]> Found,
    Func<T, string?[], T> WithFound,
    string[] Asked,
    Func<T, object?[]> Answers,
    Func<T, T, bool> HasSameState)
    where T : class;

/// <summary>The machines and the hosts of a store.</summary>
internal static class StateTables
{
    public static StateTable<SeenMachine> Machines { get; } = new(
        "machine",
        StoreJson.Default.SeenMachine,
        ["name", "bios_uuid", "guest_host_name"],
        machine => [machine.Name, machine.BiosUuid, machine.GuestHostName],
        (machine, found) => machine with { Name = found[0]!, BiosUuid = found[1], GuestHostName = found[2] },
        ["cluster", "home_hz", "reverted_at"],
        machine => [machine.Cluster, machine.HomeHz?.Hertz, machine.RevertedAt?.ToUnixTimeMilliseconds()],
        (known, machine) => known.HasSameState(machine));

    public static StateTable<HostState> Hosts { get; } = new(
        "host",
        StoreJson.Default.HostState,
        ["name"],
        host => [host.Name],
        (host, found) => host with { Name = found[0]! },
        ["cluster"],
        host => [host.Cluster],
        (known, host) => known with { Name = host.Name } == host);
}
