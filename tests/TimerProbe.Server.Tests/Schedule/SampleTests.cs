namespace TimerProbe.Server.Tests.Schedule;

/// <summary>The files in docs/server/samples.</summary>
public sealed class SampleTests
{
    [Fact]
    public async Task Systemd_takes_the_unit_and_finds_it_confined()
    {
        var text = await File.ReadAllTextAsync(Sample("timerprobe-server.service"), Cancel);
        using var unit = new TemporaryFile("timerprobe-server.service", text.Replace("/usr/local/bin/timerprobe-server", "/bin/true", StringComparison.Ordinal));
        await InstalledProgram.RunAsync("systemd-analyze", ["verify", unit.Path]);
        await InstalledProgram.RunAsync("systemd-analyze", ["security", "--offline=yes", "--no-pager", "--threshold=40", unit.Path]);
    }

    [Fact]
    public async Task The_deployment_has_two_replicas_with_probes_limits_and_time_to_end()
    {
        var spec = await DeploymentAsync();
        var pod = spec.GetProperty("template").GetProperty("spec");
        var server = pod.GetProperty("containers")[0];
        Assert.Equal(2, spec.GetProperty("replicas").GetInt32());
        Assert.True(pod.GetProperty("terminationGracePeriodSeconds").GetInt32() > 10);
        Assert.Equal(("/healthz", "/readyz"), (Path(server, "livenessProbe"), Path(server, "readinessProbe")));
        Assert.Equal(["cpu", "memory"], server.GetProperty("resources").GetProperty("limits").EnumerateObject().Select(limit => limit.Name));
        var volumes = pod.GetProperty("volumes").EnumerateArray().Select(volume => volume.GetProperty("name").GetString()).ToHashSet();
        Assert.All(server.GetProperty("volumeMounts").EnumerateArray(), mount => Assert.Contains(mount.GetProperty("name").GetString(), volumes));

        static string? Path(JsonElement container, string probe) => container.GetProperty(probe).GetProperty("httpGet").GetProperty("path").GetString();
    }

    [Fact]
    public async Task The_image_and_the_deployment_agree_on_the_port_the_account_and_the_program()
    {
        var image = (await File.ReadAllLinesAsync(Sample("Containerfile"), Cancel)).Select(line => line.Split(' ', 2))
            .Where(pair => pair.Length == 2).ToLookup(pair => pair[0], pair => pair[1]);
        var pod = (await DeploymentAsync()).GetProperty("template").GetProperty("spec");
        var server = pod.GetProperty("containers")[0];
        var account = pod.GetProperty("securityContext");
        Assert.Equal(Assert.Single(image["USER"]), $"{account.GetProperty("runAsUser")}:{account.GetProperty("runAsGroup")}");
        var port = server.GetProperty("ports")[0];
        Assert.Equal(Assert.Single(image["EXPOSE"]), $"{port.GetProperty("containerPort")}");
        var arguments = server.GetProperty("args").EnumerateArray().Select(argument => argument.GetString()!).ToList();
        Assert.EndsWith($":{port.GetProperty("containerPort")}", arguments[arguments.IndexOf("--listen") + 1], StringComparison.Ordinal);
        Assert.All(["livenessProbe", "readinessProbe"], probe =>
            Assert.Equal(port.GetProperty("name").GetString(), server.GetProperty(probe).GetProperty("httpGet").GetProperty("port").GetString()));
        Assert.Equal($"[\"dotnet\", \"/opt/timerprobe-server/{System.IO.Path.GetFileName(typeof(ServerContext).Assembly.Location)}\"]", Assert.Single(image["ENTRYPOINT"]));
        Assert.All(["/var/lib/timerprobe", "/tmp"], folder =>
            Assert.Contains(server.GetProperty("volumeMounts").EnumerateArray(), mount => mount.GetProperty("mountPath").GetString() == folder));
    }

    private static string Sample(string name) => Repository.Path("docs", "server", "samples", name);

    private static async Task<JsonElement> DeploymentAsync()
    {
        const string Script = "import json,sys,yaml; json.dump(yaml.safe_load(open(sys.argv[1])), sys.stdout)";
        var (json, _) = await InstalledProgram.RunAsync("python3", ["-c", Script, Sample("timerprobe-server.yaml")]);
        return JsonElement.Parse(json).GetProperty("spec");
    }
}
