namespace TimerProbe.EndToEnd.Release.Installer;

/// <summary>What the installer for Windows tells Windows Installer, table by table; of its conditions, what they say of each machine.</summary>
[Trait("Run", "all")]
public sealed class InstallerTableTests(PackedRelease release)
{
    private const string Watch = "TimerProbeWatch";

    [Fact]
    public async Task The_watch_is_a_service_of_the_program_with_an_account_of_its_own_that_starts_with_the_system()
    {
        var tables = await TablesAsync();
        var service = Assert.Single(tables["ServiceInstall"]);
        Assert.Equal((Watch, $@"NT SERVICE\{Watch}", "watch --service [WATCHOPTIONS]"), (service["Name"], service["StartName"], service["Arguments"]));
        // SERVICE_WIN32_OWN_PROCESS, SERVICE_AUTO_START.
        Assert.Equal(("16", "2"), (service["ServiceType"], service["StartType"]));
        // Windows Installer runs what the component is known by.
        Assert.Equal("timerprobe.exe", tables["Component"].Single(component => component["Component"] == service["Component_"])["KeyPath"]);
        var delayed = Assert.Single(tables["MsiServiceConfig"]);
        Assert.Equal((Watch, "3", "1"), (delayed["Name"], delayed["ConfigType"], delayed["Argument"]));
    }

    [Fact]
    public async Task It_is_stopped_started_and_taken_away_with_its_feature_and_no_other()
    {
        var tables = await TablesAsync();
        var control = Assert.Single(tables["ServiceControl"]);
        // Start and stop when it is installed, stop and delete when it is taken away.
        Assert.Equal((Watch, 0x1 | 0x2 | 0x20 | 0x80), (control["Name"], int.Parse(control["Event"], CultureInfo.InvariantCulture)));
        Assert.Equal("Watch", Assert.Single(tables["FeatureComponents"], pair => pair["Component_"] == control["Component_"])["Feature_"]);
    }

    /// <summary>A feature's state before (2 is not there, 3 is) and what becomes of it; -1 where it stays.</summary>
    [Theory]
    [InlineData("2", "3", true)]
    [InlineData("3", "3", true)]
    [InlineData("3", "-1", true)]
    [InlineData("3", "2", false)]
    [InlineData("2", "-1", false)]
    public async Task It_is_made_where_the_feature_is_wanted(string state, string action, bool isMade)
    {
        var tables = await TablesAsync();
        var properties = new Dictionary<string, string> { ["VersionNT"] = "603", ["!Watch"] = state, ["&Watch"] = action };
        var condition = tables.Sequence.Single(item => item.Name == "InstallServices").Condition;
        Assert.Equal(isMade, new MsiCondition(name => properties.GetValueOrDefault(name, "")).Holds(condition));
    }

    [Theory]
    [InlineData("--save", "--every 1m", "--every 1m")]
    [InlineData("--save", "", "--save")]
    [InlineData("", "", "--log \"[WatchFolder]watch.jsonl\"")]
    public async Task It_has_the_options_that_are_asked_for_else_those_it_has_else_a_log(string has, string asked, string options)
    {
        var tables = await TablesAsync();
        var properties = new Dictionary<string, string> { ["WATCHEDWITH"] = has, ["WATCHOPTIONS"] = asked };
        var condition = new MsiCondition(name => properties.GetValueOrDefault(name, ""));
        foreach (var step in tables.Sequence)
        {
            if (tables["CustomAction"].SingleOrDefault(row => row["Action"] == step.Name && row["Source"] == "WATCHOPTIONS") is { } sets && condition.Holds(step.Condition))
            {
                properties["WATCHOPTIONS"] = sets["Target"] == "[WATCHEDWITH]" ? has : sets["Target"];
            }
        }

        Assert.Equal(options, properties["WATCHOPTIONS"]);
        var remembered = tables["Registry"].Single(row => row["Name"] == "WatchOptions");
        Assert.Equal((@"SOFTWARE\TimerProbe", "[WATCHOPTIONS]"), (remembered["Key"], remembered["Value"]));
        var found = tables["RegLocator"].Single(row => row["Signature_"] == tables["AppSearch"].Single(search => search["Property"] == "WATCHEDWITH")["Signature_"]);
        Assert.Equal((remembered["Key"], remembered["Name"]), (found["Key"], found["Name"]));
    }

    /// <summary>The identifier of a service's account is its name in capitals, hashed ([MS-DTYP] 2.4.2.4).</summary>
    [Fact]
    public async Task Only_administrators_the_system_and_its_account_open_the_folder_of_its_log()
    {
#pragma warning disable CA5350 // Windows derives the identifier by SHA-1.
        var hash = SHA1.HashData(Encoding.Unicode.GetBytes(Watch.ToUpperInvariant()));
#pragma warning restore CA5350
        var account = string.Join('-', hash.Chunk(sizeof(uint)).Select(part => BinaryPrimitives.ReadUInt32LittleEndian(part).ToString()));
        var tables = await TablesAsync();
        var folder = Assert.Single(tables["MsiLockPermissionsEx"]);
        Assert.Equal(("WatchFolder", "CreateFolder"), (folder["LockObject"], folder["Table"]));
        Assert.Equal($"O:BAD:P(A;OICI;FA;;;BA)(A;OICI;FA;;;SY)(A;OICI;0x1301bf;;;S-1-5-80-{account})", folder["SDDLText"]);
        Assert.Contains(tables["CreateFolder"], row => row["Directory_"] == folder["LockObject"]);
    }

    [Fact]
    public async Task The_version_before_goes_within_the_transaction()
    {
        var order = (await TablesAsync()).Sequence.Select(action => action.Name).ToList();
        Assert.True(order.IndexOf("InstallInitialize") < order.IndexOf("RemoveExistingProducts"), "an upgrade that fails would leave no version");
        Assert.True(order.IndexOf("InstallServices") < order.IndexOf("MsiConfigureServices"), "there is nothing to configure before");
    }

    [Theory]
    [InlineData(-1, true)]
    [InlineData(0, true)]
    [InlineData(1, false)]
    public async Task An_earlier_version_and_another_build_of_the_same_are_replaced_and_a_later_one_is_kept(int difference, bool isReplaced)
    {
        var tables = await TablesAsync();
        var own = Version.Parse(tables.Property("ProductVersion"));
        var there = difference < 0 ? Before(own) : new Version(own.Major, own.Minor, own.Build + difference);
        var found = tables["Upgrade"].Where(row => IsWithin(row, there)).Select(row => row["ActionProperty"]);
        Assert.Equal([isReplaced ? "WIX_UPGRADE_DETECTED" : "WIX_DOWNGRADE_DETECTED"], found);
    }

    [Theory]
    [InlineData("14393", true)]
    [InlineData("26100", true)]
    [InlineData("9600", false)]
    [InlineData("", false)]
    public async Task Windows_has_to_be_one_that_the_program_runs_on(string build, bool isTaken)
    {
        var tables = await TablesAsync();
        var condition = new MsiCondition(name => name == "WINDOWSBUILD" ? build : "");
        Assert.Equal(isTaken, tables["LaunchCondition"].All(row => condition.Holds(row["Condition"])));
        var locator = tables["RegLocator"].Single(row => row["Signature_"] == tables["AppSearch"].Single(search => search["Property"] == "WINDOWSBUILD")["Signature_"]);
        Assert.Equal((@"SOFTWARE\Microsoft\Windows NT\CurrentVersion", "CurrentBuild"), (locator["Key"], locator["Name"]));
    }

    /// <summary>Windows searches once, where there is a dialog before an administrator is asked for, and hands only these over.</summary>
    [Fact]
    public async Task What_it_searched_for_is_known_to_the_part_that_installs()
    {
        var tables = await TablesAsync();
        Assert.Subset(tables.Property("SecureCustomProperties").Split(';').ToHashSet(), tables["AppSearch"].Select(row => row["Property"]).ToHashSet());
    }

    [Fact]
    public async Task The_list_of_installed_programs_has_its_folder_its_icon_and_its_links()
    {
        var tables = await TablesAsync();
        Assert.Equal(PackedRelease.ProjectUrl, tables.Property("ARPURLINFOABOUT"));
        Assert.Equal(PackedRelease.ProjectUrl, tables.Property("ARPHELPLINK"));
        Assert.Contains(tables["Icon"], row => row["Name"] == tables.Property("ARPPRODUCTICON"));
        Assert.Contains(tables["CustomAction"], row => (row["Type"], row["Source"], row["Target"]) == ("51", "ARPINSTALLLOCATION", "[INSTALLDIR]"));
    }

    private static Version Before(Version version) => version switch
    {
        { Build: > 0 } => new Version(version.Major, version.Minor, version.Build - 1),
        { Minor: > 0 } => new Version(version.Major, version.Minor - 1, 9),
        _ => new Version(version.Major - 1, 9, 9),
    };

    /// <summary>VersionMinInclusive is 256, VersionMaxInclusive 512.</summary>
    private static bool IsWithin(IReadOnlyDictionary<string, string> row, Version version)
    {
        var attributes = int.Parse(row["Attributes"], CultureInfo.InvariantCulture);
        return (row["VersionMin"].Length == 0 || version.CompareTo(Version.Parse(row["VersionMin"])) >= ((attributes & 256) != 0 ? 0 : 1))
            && (row["VersionMax"].Length == 0 || version.CompareTo(Version.Parse(row["VersionMax"])) <= ((attributes & 512) != 0 ? 0 : -1));
    }

    private async Task<MsiTables> TablesAsync() => await MsiTables.ReadAsync(await release.FileAsync("*.msi"));
}
