namespace TimerProbe.VSphere.Tests.Inventory;

/// <summary>A single fault that passes, of each kind and at each request of a reading, takes nothing with it.</summary>
public sealed class PassingFaultTests
{
    private static readonly (string Name, Func<StubRequest, StubAnswer> Answer)[] Kinds =
    [
        ("RequestCanceled", _ => StubAnswer.Fault("RequestCanceled")),
        ("HostCommunication", _ => StubAnswer.Fault("HostCommunication")),
        ("SystemError", _ => StubAnswer.Fault("SystemError", "database is down")),
        ("ManagedObjectNotFound", request => StubAnswer.Fault("ManagedObjectNotFound", members: $"<obj type=\"{request.Call.Elements().First().Attribute("type")?.Value}\">{request.Text("_this")}</obj>")),
        ("ManagedObjectNotFound of a machine", _ => StubAnswer.Fault("ManagedObjectNotFound", members: "<obj type=\"VirtualMachine\">vm-1</obj>")),
        ("InvalidArgument", _ => StubAnswer.Fault("InvalidArgument", "A specified parameter was not correct: token")),
        ("an empty answer", _ => StubAnswer.Text("")),
        ("HTTP 500 with HTML", _ => StubAnswer.Status(500)),
        ("HTTP 503", _ => StubAnswer.Status(503)),
        ("a lost connection", _ => StubAnswer.Cut("<returnval/>", 300)),
    ];

    /// <summary>Each kind at a third of the requests, each request with a third of the kinds.</summary>
    [Fact]
    public Task A_fleet_of_some_pages_is_read_in_full() => CountAsync(machines: 45, page: 10, every: 3);

    /// <summary>All kinds at all requests: a minute or two.</summary>
    [Fact]
    [Trait("Run", "all")]
    public Task A_fleet_of_2500_machines_is_read_in_full() => CountAsync(machines: 2_500, page: int.MaxValue, every: 1);

    private static async Task CountAsync(int machines, int page, int every)
    {
        var (requests, whole) = await ReadAsync(machines, page, fault: null);
        var failed = new List<string>();
        var count = 0;
        // To log out is to leave, whatever is answered, and a session is lost with its login.
        foreach (var (method, turns) in requests.CountBy(method => method).Where(method => method.Key is not "Logout"))
        {
            foreach (var (kind, (name, answer)) in Kinds.Index())
            {
                for (var turn = 1 + (kind % every); turn <= turns; turn += every, count++)
                {
                    var where = $"{name} at {method} {turn}";
                    try
                    {
                        var (_, read) = await ReadAsync(machines, page, (method, turn, answer));
                        if (read.VCenter.Status == ReadStatus.Failed || Of(read) != Of(whole))
                        {
                            failed.Add($"{where}: {Of(read)} {string.Join("; ", read.VCenter.Problems)}");
                        }
                    }
                    catch (VSphereException ex)
                    {
                        failed.Add($"{where}: {ex.Message}");
                    }
                }
            }
        }

        Assert.True(failed.Count == 0, $"{failed.Count} of {count}:\n{string.Join('\n', failed)}");
        TestContext.Current.SendDiagnosticMessage($"{count} faults");
    }

    private static (int, int, int, string) Of(InventoryReading reading) =>
        (reading.VCenter.VirtualMachines.Count, reading.VCenter.Hosts.Count, reading.Events.Values.Sum(events => events.Count), reading.EventsMissing ?? "");

    private static async Task<(IReadOnlyList<string> Methods, InventoryReading Reading)> ReadAsync(
        int machines, int page, (string Method, int Turn, Func<StubRequest, StubAnswer> Answer)? fault)
    {
        await using var server = await StubServer.StartAsync();
        var fleet = new StubFleet(server).WithCluster(machines);
        fleet.PageAtMost = page;
        for (var i = 1; i <= machines; i++)
        {
            fleet.Events.Add("VmPoweredOnEvent", new DateTimeOffset(2026, 11, 1, 0, 0, 0, TimeSpan.Zero), $"vm-{i}", "host-1");
        }

        if (fault is { } once)
        {
            server.Instead = request => request.Method == once.Method && request.Turn == once.Turn ? once.Answer(request) : null;
        }

        await using var session = await server.ConnectAsync();
        var reading = await new InventoryReader(session, new InventoryOptions()).ReadAsync(Cancel);
        return (server.Methods, reading);
    }
}
