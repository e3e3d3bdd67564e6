namespace TimerProbe.VSphere.Tests.Logs;

public sealed class MachineLogReadingTests : StubServerTest
{
    private const string Enabled = "2026-11-02T11:02:33.123Z In(05) vmx TSC scaling enabled.\n";
    private const string Disabled = "2026-11-02T11:02:33.123Z In(05) vmx Disabling TSC scaling since host does not support it.\n";
    private const string Nothing = "2026-11-02T11:02:33.123Z In(05) vmx Log for VMware ESX pid=1 version=8.0.2 build=build-22380479 option=Release\n";
    private const string Address = "/folder/VM%201/vmware.log?dcPath=all%2Fdc%252f1&dsName=fast%20%26%20large";

    private readonly Dictionary<string, string> _files = new(StringComparer.Ordinal);
    private List<string> _problems = [];

    [Fact]
    public async Task The_log_of_the_first_machine_is_fetched_by_its_datacenter_datastore_and_folder()
    {
        Fill();
        _files["/folder/VM%201/vmware.log"] = Enabled;
        var logs = await ReadAsync(["vm-1", "vm-2"]);
        Assert.Equal(TscFeature.Enabled, logs["vm-1"].Scaling);
        Assert.Equal("[fast & large] VM 1/vmware.log", logs["vm-1"].File);
        Assert.Equal((Address, "bytes=0-2097151"), Assert.Single(Server.FileRequests));
        Assert.Empty(_problems);
    }

    [Fact]
    public async Task Only_the_start_and_the_end_of_a_large_log_are_read()
    {
        Fill();
        var middle = new string('x', 5 << 20).ToCharArray();
        _files["/folder/VM%201/vmware.log"] = $"{Disabled}{new string(middle)}\n{Enabled}";
        Assert.Equal(TscFeature.Enabled, (await ReadAsync(["vm-1"]))["vm-1"].Scaling);
        var length = Disabled.Length + middle.Length + 1 + Enabled.Length;
        Assert.Equal(["bytes=0-2097151", FormattableString.Invariant($"bytes={length - (2 << 20)}-{length - 1}")], Server.FileRequests.Select(request => request.Range));
    }

    [Theory]
    [InlineData("\nGuest: ")]
    [InlineData("\n2026-11-02T11:05:00.000Z In(05) vcpu-0 - Guest: ")]
    public async Task The_text_of_a_guest_does_not_count_where_the_cut_goes_through_it(string before)
    {
        Fill();
        _files["/folder/VM%201/vmware.log"] = Disabled + new string('x', 3 << 20) + before + Enabled
            + new string('x', (2 << 20) - Enabled.Length - 1) + "\n";
        Assert.Equal(TscFeature.Disabled, (await ReadAsync(["vm-1"]))["vm-1"].Scaling);
        Assert.Equal(2, Server.FileRequests.Count);
    }

    [Fact]
    public async Task Of_a_server_that_knows_no_parts_no_more_is_read_than_the_start()
    {
        Fill();
        Server.Files = async context =>
        {
            // Who reads on after the first 2 MiB waits for ever.
            await context.Response.WriteAsync(Enabled + new string('x', 3 << 20), context.RequestAborted);
            await Task.Delay(Timeout.InfiniteTimeSpan, context.RequestAborted);
        };
        Assert.Equal(TscFeature.Enabled, (await ReadAsync(["vm-1"]))["vm-1"].Scaling);
        Assert.Single(Server.FileRequests);
    }

    [Fact]
    public async Task Where_there_is_no_newest_log_the_one_of_the_highest_number_is_read()
    {
        Fill();
        _files["/folder/VM%201/"] = """<html><a href="/folder/VM%201/vmware-9.log?dcPath=x">vmware-9.log</a><a href="vmware-10.log">vmware-10.log</a></html>""";
        _files["/folder/VM%201/vmware-10.log"] = Disabled;
        Assert.Equal(TscFeature.Disabled, (await ReadAsync(["vm-1"]))["vm-1"].Scaling);
        Assert.Equal(3, Server.FileRequests.Count);
    }

    [Fact]
    public async Task Two_more_machines_are_asked_where_a_log_does_not_tell_and_no_more()
    {
        Fill(machines: 5);
        _files["/folder/VM%201/vmware.log"] = Nothing;
        _files["/folder/VM%203/vmware.log"] = Nothing;
        _files["/folder/VM%204/vmware.log"] = Enabled;
        Assert.Equal(["vm-1", "vm-3"], (await ReadAsync(["vm-1", "vm-2", "vm-3", "vm-4"])).Keys.Order(StringComparer.Ordinal));
        Assert.Equal(["the log of VM 2 could not be read: it is not there"], _problems);
    }

    [Fact]
    public async Task No_more_files_are_asked_for_than_may_be()
    {
        Fill(machines: 6);
        await ReadAsync(maxFiles: 3, ["vm-1", "vm-2", "vm-3"], ["vm-4", "vm-5", "vm-6"]);
        Assert.Equal(3, Server.FileRequests.Count(request => request.Address.Contains(".log", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task Two_are_read_at_once()
    {
        Fill(machines: 6);
        var (now, most) = (0, 0);
        Server.Files = async context =>
        {
            most = Math.Max(most, Interlocked.Increment(ref now));
            await Task.Delay(50);
            Interlocked.Decrement(ref now);
            await context.Response.WriteAsync(Enabled);
        };
        await ReadAsync(maxFiles: 18, ["vm-1"], ["vm-2"], ["vm-3"], ["vm-4"], ["vm-5"], ["vm-6"]);
        Assert.Equal(2, most);
    }

    [Theory]
    [InlineData(401)]
    [InlineData(403)]
    public async Task What_the_account_lacks_is_one_sentence(int status)
    {
        Fill(machines: 3);
        Server.Files = context => Task.FromResult(context.Response.StatusCode = status);
        Assert.Empty(await ReadAsync(["vm-1", "vm-2", "vm-3"]));
        Assert.Equal(
            ["the logs of virtual machines on datastore fast & large could not be read: the account lacks the privilege Datastore.Browse or Datastore.FileManagement (Low level file operations) there"],
            _problems);
    }

    [Theory]
    [InlineData(302, "", "the server answered HTTP 302")]
    [InlineData(200, "<html><body>Log in</body></html>", "none of its lines has a known form of vmware.log")]
    [InlineData(200, "", "none of its lines has a known form of vmware.log")]
    public async Task What_is_no_log_is_a_problem(int status, string body, string why)
    {
        Fill();
        Server.Files = context =>
        {
            context.Response.StatusCode = status;
            context.Response.Headers.Location = "https://elsewhere.example.org/";
            return context.Response.WriteAsync(body);
        };
        Assert.Empty(await ReadAsync(["vm-1"]));
        Assert.Equal([$"the log of VM 1 could not be read: {why}"], _problems);
        Assert.Single(Server.FileRequests);
    }

    [Fact]
    public async Task A_log_that_is_cut_is_asked_for_again_and_then_a_problem()
    {
        Fill();
        Server.Files = async context =>
        {
            context.Response.ContentLength = 1000;
            await context.Response.WriteAsync(Enabled);
            await context.Response.Body.FlushAsync();
            context.Abort();
        };
        Assert.Empty(await ReadAsync(["vm-1"]));
        Assert.Equal(3, Server.FileRequests.Count);
        Assert.StartsWith("the log of VM 1 could not be read: ", Assert.Single(_problems), StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_deadline_ends_it_and_a_machine_without_a_folder_is_passed_over()
    {
        Fill()["vm-1"].Unset("config.files.logDirectory").Text("config.files.vmPathName", "[ds] ../../etc/vm.vmx");
        Assert.Empty(await ReadAsync(["vm-1"]));
        Assert.Empty(Server.FileRequests);
        Assert.Empty(_problems);
        Assert.Empty(await ReadAsync(["vm-2"], isOverdue: true));
        Assert.Equal(["the logs of virtual machines were not all read within the time limit"], _problems);
    }

    [Fact]
    public async Task Without_a_question_nothing_is_asked()
    {
        Assert.Empty(await ReadAsync(maxFiles: 3, []));
        Assert.Equal(["RetrieveServiceContent", "Login", "Logout"], Server.Methods);
    }

    /// <summary>The datacenter <c>dc/1</c> in a folder, its machines in folders of their names.</summary>
    private StubFleet Fill(int machines = 2)
    {
        Server.Files = AnswerAsync;
        var fleet = new StubFleet(Server).WithCluster(machines);
        fleet["datacenter-1"].Text("name", "dc%2f1").Reference("parent", "Folder", "group-d5");
        fleet.Add("Folder", "group-d5", "all", "Folder", "group-d1");
        fleet.Add("Folder", "group-d1", "Datacenters");
        for (var i = 1; i <= machines; i++)
        {
            fleet[$"vm-{i}"].Text("config.files.logDirectory", $"[fast &amp; large] VM {i}").Text("config.files.vmPathName", "[other] elsewhere/x.vmx");
        }

        return fleet;
    }

    private Task<IReadOnlyDictionary<string, VmLog>> ReadAsync(string[] machines, bool isOverdue = false) =>
        ReadAsync(maxFiles: 3, new CancellationToken(isOverdue), machines);

    private Task<IReadOnlyDictionary<string, VmLog>> ReadAsync(int maxFiles, params string[][] questions) =>
        ReadAsync(maxFiles, CancellationToken.None, questions);

    private async Task<IReadOnlyDictionary<string, VmLog>> ReadAsync(int maxFiles, CancellationToken deadline, params string[][] questions)
    {
        await using var session = await Server.ConnectAsync();
        var reading = new MachineLogReading(session, deadline);
        var logs = await reading.ReadAsync(
            [.. questions.Select(
                question => question.Select(id => new VirtualMachineFacts
                {
                    Id = id,
                    Name = id.Replace("vm-", "VM ", StringComparison.Ordinal),
                    HostId = "host-1",
                    Placement = Placement.Unknown,
                }).ToList())],
            maxFiles,
            (_, log) => log.HostScales is not null,
            Cancel);
        _problems = [.. reading.Problems.Select(problem => problem.ToString())];
        return logs;
    }

    private Task AnswerAsync(HttpContext context) => _files.TryGetValue(context.Request.Path.ToUriComponent(), out var text)
        ? Results.File(Encoding.ASCII.GetBytes(text), "text/plain", enableRangeProcessing: true).ExecuteAsync(context)
        : Task.FromResult(context.Response.StatusCode = StatusCodes.Status404NotFound);
}
