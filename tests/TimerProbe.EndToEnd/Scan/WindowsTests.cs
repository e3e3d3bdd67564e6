namespace TimerProbe.EndToEnd.Scan;

public sealed class WindowsTests(LabelledFleet fleet) : IClassFixture<LabelledFleet>
{
    private readonly SimulatedVCenter _vcenter = fleet.VCenter;

    [Fact]
    public async Task With_user_and_password_of_Credential_Manager_it_finds_the_same_as_on_Linux()
    {
        Needs.Wine();
        await KeepAsync($"timerprobe:{_vcenter.Server}", _vcenter.User, _vcenter.Password);
        var scan = TimerProbeProgram.UnderWine.With("scan", _vcenter.Server, "--thumbprint", _vcenter.Thumbprint).WithEnvironment("TIMERPROBE_VCENTER_PASSWORD", null);
        var (_, document) = await scan.ToDocumentAsync();

        Assert.Equal(ReadStatus.Partial, document.VCenters[0].Status);
        Assert.Equal(Found(fleet.Document), Found(document));

        static IEnumerable<(string, string, Placement, PartsPerMillion?)> Found(ScanDocument document) =>
            document.VCenters[0].VirtualMachines.Select(machine => (machine.Id, machine.Name, machine.Placement, machine.DifferencePpm));
    }

    [Fact]
    public async Task A_configuration_names_the_credential_and_its_files_by_their_own_folder()
    {
        Needs.Wine();
        using var folder = new TemporaryFolder();
        await KeepAsync("scan of the fleet", _vcenter.User, _vcenter.Password);
        var file = folder.Write("timerprobe.json", $$"""
            {
              "vcenters": [ { "server": "{{_vcenter.Server}}", "windowsCredential": "scan of the fleet", "thumbprint": "{{_vcenter.Thumbprint}}" } ],
              "outputs": [ { "format": "json", "file": "scan.json" }, { "format": "csv", "file": "scan.csv" } ],
              "failOn": "never",
            }
            """);
        var program = TimerProbeProgram.UnderWine.WithEnvironment("TIMERPROBE_VCENTER_PASSWORD", null);
        await program.With("config", "check", "--config", $"Z:{file}").SucceedsAsync();
        var result = await program.With("scan", "--config", $"Z:{file}").RunAsync();
        Assert.True(result.ExitCode == 5, result.Error);
        var document = DocumentJson.Read<ScanDocument>(await File.ReadAllTextAsync(folder["scan.json"], Cancel));
        Assert.Equal(fleet.Document.VCenters[0].VirtualMachines.Count, document.VCenters[0].VirtualMachines.Count);
        Assert.Equal(["scan.csv", "scan.json", "timerprobe.json"], folder.Files.Order(StringComparer.Ordinal));
    }

    /// <summary>Keeps a generic credential the way Wine does, which has no cmdkey: in the registry, its password under RC4.</summary>
    private static async Task KeepAsync(string target, string user, string password)
    {
        const string manager = @"HKCU\Software\Wine\Credential Manager";
        var key = Enumerable.Range(1, 8).Select(i => (byte)i).ToArray();
        await AddAsync(manager, "/v", "EncryptionKey", "/t", "REG_BINARY", "/d", Convert.ToHexString(key));
        var credential = $@"{manager}\Generic: {target}";
        await AddAsync(credential, "/ve", "/d", target);
        await AddAsync(credential, "/v", "Type", "/t", "REG_DWORD", "/d", "1");
        await AddAsync(credential, "/v", "Flags", "/t", "REG_DWORD", "/d", "0");
        await AddAsync(credential, "/v", "Persist", "/t", "REG_DWORD", "/d", "2");
        await AddAsync(credential, "/v", "LastWritten", "/t", "REG_BINARY", "/d", new string('0', 16));
        await AddAsync(credential, "/v", "UserName", "/t", "REG_SZ", "/d", user);
        await AddAsync(credential, "/v", "Password", "/t", "REG_BINARY", "/d", Convert.ToHexString(Rc4(key, Encoding.Unicode.GetBytes(password))));
    }

    private static async Task AddAsync(string key, params IEnumerable<string> value)
    {
        await (TimerProbeProgram.UnderWine with { Arguments = [WineServer.Tool("reg.exe"), "add", key, .. value, "/f"] }).SucceedsAsync();
    }

    private static byte[] Rc4(byte[] key, byte[] data)
    {
        var state = Enumerable.Range(0, 256).Select(i => (byte)i).ToArray();
        for (int i = 0, j = 0; i < 256; i++)
        {
            j = (j + state[i] + key[i % key.Length]) & 0xFF;
            (state[i], state[j]) = (state[j], state[i]);
        }

        var result = new byte[data.Length];
        for (int n = 0, i = 0, j = 0; n < data.Length; n++)
        {
            i = (i + 1) & 0xFF;
            j = (j + state[i]) & 0xFF;
            (state[i], state[j]) = (state[j], state[i]);
            result[n] = (byte)(data[n] ^ state[(state[i] + state[j]) & 0xFF]);
        }

        return result;
    }
}
