using System.Globalization;
using TimerProbe.EndToEnd.Running;

namespace TimerProbe.EndToEnd.Release.Installer;

/// <summary>
/// What becomes of the watch when the program for Windows is installed, repaired, upgraded and taken away, with the feature Watch and without: by the tables of the installer, whose
/// conditions are evaluated here.
/// </summary>
public sealed class InstallerTransitionTests(PackedRelease release)
{
    private static readonly bool[] Either = [false, true];
    private static readonly WindowsMachine Nothing = new(HasProduct: false, HasFeature: false, Service: null);
    private static readonly WatchService Foreign = new(WatchService.Elsewhere, " --save", IsRunning: true);
    private static readonly WatchService Own = new(WatchService.Here, " --every 1m --config C:\\w.json", IsRunning: true);
    private static readonly WatchService New = new(WatchService.Here, IsRunning: true);

    /// <summary>Who may have made a watch of the installed program, and how it may be.</summary>
    public static MatrixTheoryData<bool, bool, bool> Watches => new(Either, Either, Either);

    [Fact]
    public async Task Installed_alone_it_makes_no_watch()
    {
        var session = await SessionAsync();
        Assert.Equal(Nothing with { HasProduct = true }, session.Install(Nothing, withFeature: false));
        Assert.Empty(session.Ran);
    }

    [Fact]
    public async Task The_feature_makes_it_at_once_or_later()
    {
        var both = new WindowsMachine(HasProduct: true, HasFeature: true, New);
        Assert.Equal(both, (await SessionAsync()).Install(Nothing, withFeature: true));
        var session = await SessionAsync();
        Assert.Equal(both, session.Install(Nothing with { HasProduct = true }, withFeature: true));
        Assert.Equal(["InstallWatch"], session.Ran);
        Assert.Equal(both, (await SessionAsync()).Upgrade(Nothing with { HasProduct = true }, withFeature: true));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_feature_whose_watch_does_not_start_is_not_installed_and_leaves_none(bool hasProduct)
    {
        var machine = Nothing with { HasProduct = hasProduct };
        Assert.Equal(machine, (await SessionAsync(serviceFailsAtFirst: true)).Install(machine, withFeature: true));
    }

    [Theory]
    [MemberData(nameof(Watches))]
    public async Task An_upgrade_leaves_the_watch_as_it_is(bool hasFeature, bool isDisabled, bool fails)
    {
        var machine = With(hasFeature, isDisabled, fails);
        var session = await SessionAsync();
        Assert.Equal(machine, session.Upgrade(machine));
        Assert.Equal(["StartWatch"], session.Ran);
    }

    [Theory]
    [MemberData(nameof(Watches))]
    public async Task A_repair_leaves_the_watch_as_it_is(bool hasFeature, bool isDisabled, bool fails)
    {
        var machine = With(hasFeature, isDisabled, fails);
        foreach (var action in new[] { "3", "-1" })
        {
            var session = await SessionAsync();
            Assert.Equal(machine, session.Repair(machine, action));
            Assert.Equal(["StartWatch"], session.Ran);
        }
    }

    [Fact]
    public async Task A_repair_of_the_feature_makes_the_watch_again()
    {
        Assert.Equal(new WindowsMachine(HasProduct: true, HasFeature: true, New), (await SessionAsync()).Repair(new WindowsMachine(HasProduct: true, HasFeature: true, Service: null)));
        Assert.Equal(Nothing with { HasProduct = true }, (await SessionAsync()).Repair(Nothing with { HasProduct = true }));
    }

    [Theory]
    [MemberData(nameof(Watches))]
    public async Task Taken_away_it_takes_its_watch_along(bool hasFeature, bool isDisabled, bool fails)
    {
        var machine = With(hasFeature, isDisabled, fails);
        Assert.Equal(Nothing, (await SessionAsync()).Uninstall(machine));
        Assert.Equal(Nothing, (await SessionAsync()).Remove(machine, "Program", "Watch"));
        Assert.Null((await SessionAsync()).Remove(machine, "Program").Service);
    }

    [Fact]
    public async Task The_feature_taken_away_takes_its_watch_along()
    {
        var session = await SessionAsync();
        Assert.Equal(Nothing with { HasProduct = true }, session.Remove(new WindowsMachine(HasProduct: true, HasFeature: true, Own), "Watch"));
        Assert.Equal(["RemoveWatch"], session.Ran);
    }

    [Fact]
    public async Task A_watch_of_a_program_elsewhere_is_none_of_its_business()
    {
        var without = Nothing with { Service = Foreign };
        var with = without with { HasProduct = true };
        var session = await SessionAsync();
        Assert.Equal(with, session.Install(without, withFeature: false));
        Assert.Equal(with, session.Repair(with));
        Assert.Equal(with, session.Upgrade(with));
        Assert.Equal(without, session.Uninstall(with));
        Assert.Empty(session.Ran);

        // Who asks for the feature hears that there is another; who has it, and made another since, keeps what there is.
        Assert.Equal(without, session.Install(without, withFeature: true));
        Assert.Equal(with with { HasFeature = true }, session.Upgrade(with with { HasFeature = true }));
        Assert.Equal(with with { HasFeature = true }, session.Repair(with with { HasFeature = true }));
    }

    [Fact]
    public async Task The_version_before_goes_within_the_transaction()
    {
        var order = (await TablesAsync()).Sequence.Select(action => action.Name).ToList();
        Assert.True(order.IndexOf("InstallInitialize") < order.IndexOf("RemoveExistingProducts"), "an upgrade that fails would leave no version");
        Assert.True(order.IndexOf("RemoveExistingProducts") < order.IndexOf("RemoveWatch"), "scripts are written before the version before is gone");
        Assert.True(order.IndexOf("UndoWatch") < order.IndexOf("InstallWatch"), "what is undone has to be known before");
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

    private static WindowsMachine With(bool hasFeature, bool isDisabled, bool fails) =>
        new(HasProduct: true, hasFeature, Own with { IsDisabled = isDisabled, Fails = fails, IsRunning = !isDisabled && !fails });

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

    private async Task<MsiSession> SessionAsync(bool serviceFailsAtFirst = false) => new(await TablesAsync(), serviceFailsAtFirst);
}
