namespace TimerProbe.EndToEnd.Release.Installer;

/// <summary>What Windows Installer does with a machine, by the tables of a package: which actions run, and what the watch is afterwards.</summary>
/// <param name="tables">The package; in an upgrade the version before it has the same tables.</param>
/// <param name="serviceFailsAtFirst">Whether a watch that is made new does not start.</param>
internal sealed class MsiSession(MsiTables tables, bool serviceFailsAtFirst = false)
{
    private const string Unknown = "-1";
    private const string Absent = "2";
    private const string Local = "3";
    private const int Continue = 64;

    private readonly List<string> _ran = [];

    /// <summary>The actions of the package's own that ran, in their order.</summary>
    public IReadOnlyList<string> Ran => _ran;

    /// <summary>msiexec /i, also of a product that is there (to add a feature).</summary>
    public WindowsMachine Install(WindowsMachine machine, bool withFeature) => Run(
        machine,
        machine with { HasProduct = true, HasFeature = machine.HasFeature || withFeature },
        new() { ["&Program"] = machine.HasProduct ? Unknown : Local, ["&Watch"] = withFeature ? Local : Unknown });

    /// <summary>msiexec /f. What a feature's action is then is not said in the reference: 3 is usual.</summary>
    public WindowsMachine Repair(WindowsMachine machine, string action = Local) =>
        Run(machine, machine, new() { ["REINSTALL"] = "ALL", ["&Program"] = action, ["&Watch"] = machine.HasFeature ? action : Unknown });

    /// <summary>msiexec /i of a later version, which takes the features along.</summary>
    public WindowsMachine Upgrade(WindowsMachine machine, bool withFeature = false) => Run(
        machine with { HasProduct = false, HasFeature = false },
        machine with { HasFeature = machine.HasFeature || withFeature },
        new() { ["WIX_UPGRADE_DETECTED"] = "{OLD}", ["&Program"] = Local, ["&Watch"] = machine.HasFeature || withFeature ? Local : Unknown },
        old: machine);

    /// <summary>msiexec /x.</summary>
    public WindowsMachine Uninstall(WindowsMachine machine, string? upgradingTo = null) => Run(
        machine,
        machine with { HasProduct = false, HasFeature = false },
        new() { ["REMOVE"] = "ALL", ["UPGRADINGPRODUCTCODE"] = upgradingTo ?? "", ["&Program"] = Absent, ["&Watch"] = machine.HasFeature ? Absent : Unknown });

    /// <summary>msiexec /i REMOVE=Watch, or the features by their names.</summary>
    public WindowsMachine Remove(WindowsMachine machine, params string[] features) => Run(
        machine,
        machine with { HasProduct = !features.Contains("Program"), HasFeature = machine.HasFeature && !features.Contains("Watch") },
        new() { ["REMOVE"] = string.Join(',', features), ["&Program"] = features.Contains("Program") ? Absent : Unknown, ["&Watch"] = machine.HasFeature && features.Contains("Watch") ? Absent : Unknown });

    private WindowsMachine Run(WindowsMachine machine, WindowsMachine wanted, Dictionary<string, string> properties, WindowsMachine? old = null)
    {
        properties["VersionNT"] = "603";
        properties["WINDOWSBUILD"] = "14393";
        properties["INSTALLDIR"] = @"C:\Program Files\TimerProbe\";
        properties["Installed"] = machine.HasProduct ? "2026/11/25 10:00:00" : "";
        properties["WATCHSERVICE"] = machine.Service is { } found ? $"#%{found.ImagePath}" : "";
        properties["!Program"] = machine.HasProduct ? Local : Absent;
        properties["!Watch"] = machine.HasFeature ? Local : Absent;
        var condition = new MsiCondition(name => properties.GetValueOrDefault(name, ""));
        Assert.All(tables["LaunchCondition"], row => Assert.True(condition.Holds(row["Condition"]), row["Description"]));

        var before = old ?? machine;
        var service = machine.Service;
        var isUndoable = false;
        var undoes = false;
        foreach (var action in tables.Sequence.Where(action => condition.Holds(action.Condition)))
        {
            switch (action.Name)
            {
                case "InstallInitialize":
                    isUndoable = true;
                    break;
                case "RemoveExistingProducts" when old is not null:
                    service = Uninstall(old with { Service = service }, upgradingTo: "{NEW}").Service;
                    before = isUndoable ? before : before with { HasProduct = false, HasFeature = false };
                    break;
                case "StopServices":
                    service = service is null ? null : service with { IsRunning = false };
                    break;
                case "UndoWatch":
                    undoes = true;
                    break;
                case "RemoveWatch":
                    _ran.Add(action.Name);
                    service = null;
                    break;
                case "InstallWatch" or "StartWatch":
                    _ran.Add(action.Name);
                    if (!ServiceInstall(ref service) && (TypeOf(action.Name) & Continue) == 0)
                    {
                        return before with { Service = undoes ? null : before.Service };
                    }

                    break;
            }
        }

        return wanted with { Service = service };
    }

    /// <summary>What <c>timerprobe service install</c> does (Watch/WindowsServiceCommandTests): one that is there is left as it is, and started unless it is disabled.</summary>
    private bool ServiceInstall(ref WatchService? service)
    {
        if (service is { Program: not WatchService.Here })
        {
            return false;
        }

        service ??= new WatchService(WatchService.Here) { Fails = serviceFailsAtFirst };
        service = service with { IsRunning = service is { IsDisabled: false, Fails: false } };
        return !service.Fails;
    }

    private int TypeOf(string action) => int.Parse(tables["CustomAction"].Single(row => row["Action"] == action)["Type"], System.Globalization.CultureInfo.InvariantCulture);
}
