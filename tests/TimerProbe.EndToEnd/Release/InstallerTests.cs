namespace TimerProbe.EndToEnd.Release;

/// <summary>The installers of a release: installed, used, and taken away without a trace.</summary>
[Trait("Run", "all")]
public sealed class InstallerTests(PackedRelease release)
{
    private const string Folder = @"C:\Program Files\TimerProbe";
    private const string EventSource = @"HKLM\SYSTEM\CurrentControlSet\Services\EventLog\Application\TimerProbe";

    [Fact]
    public async Task The_package_for_Debian_is_installed_used_and_removed()
    {
        var package = await release.FileAsync("*.deb");
        if (!Environment.IsPrivilegedProcess)
        {
            using var folder = new TemporaryFolder();
            await RunAsync("dpkg-deb", "-x", package, folder.Path);
            await RunAsync(folder["usr/bin/timerprobe"], "check", "--fail-on", "never");
            return;
        }

        const string Program = "/usr/bin/timerprobe";
        Assert.SkipWhen(File.Exists(Program), "timerprobe is installed on this machine");
        await RunAsync("dpkg", "-i", package);
        try
        {
            Assert.NotEmpty((await RunAsync(Program, "check", "--fail-on", "never")).Out);
            Assert.Contains("\nExecStart=/usr/bin/timerprobe watch\n", await File.ReadAllTextAsync("/usr/lib/systemd/system/timerprobe-watch.service", Cancel), StringComparison.Ordinal);
            Assert.True(File.Exists("/usr/share/bash-completion/completions/timerprobe"));
        }
        finally
        {
            await RunAsync("dpkg", "-P", "timerprobe");
        }

        Assert.All([Program, "/usr/lib/timerprobe", "/usr/lib/systemd/system/timerprobe-watch.service", "/usr/share/doc/timerprobe"], path => Assert.False(Path.Exists(path), path));
    }

    [Fact]
    public async Task An_upgrade_of_the_package_starts_its_watch_again_and_its_removal_takes_it_along()
    {
        using var machine = new PrivateSystemd();
        Assert.SkipWhen(File.Exists("/usr/bin/timerprobe"), "timerprobe is installed on this machine");
        await machine.Run("sh", "-ec", "dpkg -P timerprobe; trap 'dpkg -P timerprobe' EXIT; dpkg -i \"$0\"; dpkg -i \"$0\"", await release.FileAsync("*.deb")).SucceedsAsync();
        Assert.Equal(
            ["daemon-reload", "daemon-reload", "try-restart timerprobe-watch.service", "disable --now timerprobe-watch.service", "daemon-reload"],
            machine.Asked);
    }

    [Fact]
    public async Task The_installer_for_Windows_puts_the_program_on_the_path_and_takes_it_away_again()
    {
        var package = await release.FileAsync("*.msi");
        await using var wine = await OwnWine.StartAsync();
        var before = await PathAsync(wine);
        // A watch that a program in another folder serves is none of the installer's business.
        var elsewhere = await WineService.CreateAsync(wine, "TimerProbeWatch", "--service", "--log", wine.GetPath("watch.jsonl"));
        await elsewhere.StartAsync();
        await MsiAsync(wine, "/i", package);
        var installed = await PathAsync(wine);
        Assert.Equal([.. before, Folder + @"\"], installed);
        Assert.Contains(@"EventMessageFile    REG_EXPAND_SZ    %SystemRoot%\System32\EventCreate.exe", (await wine.RunAsync("reg.exe", "query", EventSource)).Out, StringComparison.Ordinal);
        Assert.True(File.Exists(Path.Combine(OwnWine.DriveC, "Program Files", "TimerProbe", "timerprobe.exe")));
        var module = Path.Combine(OwnWine.DriveC, "Program Files", "WindowsPowerShell", "Modules", "TimerProbe");
        Assert.True(File.Exists(Path.Combine(module, "TimerProbe.psd1")) && File.Exists(Path.Combine(module, "Private", "Program.ps1")));
        var check = await wine.RunByNameAsync("timerprobe", "check", "--fail-on", "never");
        Assert.True(check is { ExitCode: 0, Out: { Length: > 0 } }, check.ToString());

        await MsiAsync(wine, "/x", package);
        await elsewhere.UntilAsync("RUNNING");
        Assert.Equal(before, await PathAsync(wine));
        Assert.False(Directory.Exists(Path.Combine(OwnWine.DriveC, "Program Files", "TimerProbe")));
        Assert.False(Directory.Exists(module));
        Assert.NotEqual(0, (await wine.RunAsync("reg.exe", "query", EventSource)).ExitCode);
    }

    [Fact]
    public async Task Its_feature_Watch_is_the_service_which_goes_with_the_program()
    {
        var package = await release.FileAsync("*.msi");
        await using var wine = await OwnWine.StartAsync();
        await MsiAsync(wine, "/i", package, "ADDLOCAL=Program,Watch");
        var service = new WineService(wine, "TimerProbeWatch");
        await service.UntilAsync("RUNNING");
        var made = (await ServiceAsync(wine)).Out;
        Assert.Contains("timerprobe.exe watch --service --log \"C:\\ProgramData\\TimerProbe\\watch\\watch.jsonl\"", made, StringComparison.Ordinal);
        Assert.Contains(@"ObjectName    REG_SZ    NT SERVICE\TimerProbeWatch", made, StringComparison.Ordinal);

        await MsiAsync(wine, "/i", package, "REMOVE=Watch");
        Assert.NotEqual(0, (await ServiceAsync(wine)).ExitCode);
        var log = wine.GetPath("watch.jsonl");
        await MsiAsync(wine, "/i", package, "ADDLOCAL=Watch", "REINSTALL=Program", $"WATCHOPTIONS=--every 1s --log {log}");
        await service.UntilAsync("RUNNING");
        Assert.Contains($"timerprobe.exe watch --service --every 1s --log {log}", (await ServiceAsync(wine)).Out, StringComparison.Ordinal);

        await MsiAsync(wine, "/x", package);
        Assert.NotEqual(0, (await ServiceAsync(wine)).ExitCode);
        Assert.False(Directory.Exists(Path.Combine(OwnWine.DriveC, "Program Files", "TimerProbe")));
    }

    [Fact]
    public async Task Another_build_of_the_version_replaces_it_where_it_is()
    {
        var package = await release.FileAsync("*.msi");
        using var folder = new TemporaryFolder();
        var other = folder["other.msi"];
        File.Copy(package, other);
        await RunAsync("msibuild", other, "-q", "UPDATE `Property` SET `Value` = '{11111111-2222-4333-8444-555555555555}' WHERE `Property` = 'ProductCode'");
        await RunAsync("msibuild", other, "-s", "TimerProbe", "TimerProbe contributors", "x64;1033", "{11111111-2222-4333-8444-666666666666}");
        await using var wine = await OwnWine.StartAsync();
        await MsiAsync(wine, "/i", package, @"INSTALLDIR=C:\Tools 36\TimerProbe");
        await MsiAsync(wine, "/i", other);
        var installed = (await wine.RunAsync("reg.exe", "query", @"HKLM\Software\Microsoft\Windows\CurrentVersion\Uninstall")).Out;
        Assert.Contains("{11111111-2222-4333-8444-555555555555}", installed, StringComparison.Ordinal);
        Assert.DoesNotContain((await MsiTables.ReadAsync(package)).Property("ProductCode"), installed, StringComparison.OrdinalIgnoreCase);
        Assert.True(File.Exists(Path.Combine(OwnWine.DriveC, "Tools 36", "TimerProbe", "timerprobe.exe")));
        Assert.False(Directory.Exists(Path.Combine(OwnWine.DriveC, "Program Files", "TimerProbe")));

        await MsiAsync(wine, "/x", other);
        Assert.False(Directory.Exists(Path.Combine(OwnWine.DriveC, "Tools 36", "TimerProbe")));
        Directory.Delete(Path.Combine(OwnWine.DriveC, "Tools 36"));
    }

    [Fact]
    public async Task The_manifests_of_winget_name_the_installer_and_its_sum()
    {
        var package = await release.FileAsync("*.msi");
        var installer = await File.ReadAllTextAsync(await release.FileAsync("*.installer.yaml"), Cancel);
        var sum = Convert.ToHexString(SHA256.HashData(await File.ReadAllBytesAsync(package, Cancel)));
        Assert.Contains($"\n    InstallerUrl: {PackedRelease.Url}/{Path.GetFileName(package)}\n    InstallerSha256: {sum}\n    ProductCode: '{{", installer, StringComparison.Ordinal);
        var tables = await MsiTables.ReadAsync(package);
        Assert.Contains($"""

                AppsAndFeaturesEntries:
                  - DisplayName: {tables.Property("ProductName")}
                    Publisher: {tables.Property("Manufacturer")}
                    DisplayVersion: {tables.Property("ProductVersion")}
                    ProductCode: '{tables.Property("ProductCode")}'
                    UpgradeCode: '{tables.Property("UpgradeCode")}'

            """, installer, StringComparison.Ordinal);
        Assert.Contains($"\nPackageUrl: {PackedRelease.ProjectUrl}\n", await File.ReadAllTextAsync(
            await release.FileAsync("*.locale.en-US.yaml"), Cancel), StringComparison.Ordinal);
        foreach (var (file, kind) in new[] { ("*.installer.yaml", "installer"), ("*.locale.en-US.yaml", "defaultLocale"), ("TimerProbe.TimerProbe.yaml", "version") })
        {
            var text = await File.ReadAllTextAsync(await release.FileAsync(file), Cancel);
            Assert.Contains($"\nManifestType: {kind}\n", text, StringComparison.Ordinal);
            Assert.Contains("\nPackageIdentifier: TimerProbe.TimerProbe\nPackageVersion: ", text, StringComparison.Ordinal);
            Assert.DoesNotContain('@', text);
        }
    }

    /// <summary>The folders of the machine's PATH; Wine leaves a separator behind.</summary>
    private static async Task<string[]> PathAsync(OwnWine wine)
    {
        var told = (await wine.RunAsync("reg.exe", "query", @"HKLM\SYSTEM\CurrentControlSet\Control\Session Manager\Environment", "/v", "PATH")).Out;
        return told[(told.IndexOf("REG_EXPAND_SZ", StringComparison.Ordinal) + "REG_EXPAND_SZ".Length)..].Trim().Split(';', StringSplitOptions.RemoveEmptyEntries);
    }

    private static Task<ProgramResult> ServiceAsync(OwnWine wine) => wine.RunAsync("reg.exe", "query", @"HKLM\SYSTEM\CurrentControlSet\Services\TimerProbeWatch");

    private static async Task MsiAsync(OwnWine wine, string what, string package, params string[] more)
    {
        var result = await wine.RunAsync("msiexec.exe", [what, "Z:" + package.Replace('/', '\\'), "/qn", .. more]);
        Assert.True(result.ExitCode == 0, $"msiexec {what}: {result}, {wine.Events}");
    }

    private static Task<ProgramResult> RunAsync(string program, params string[] arguments) => new ProgramRun(program, arguments).SucceedsAsync();
}
