namespace TimerProbe.Core.Tests.Logs;

/// <summary>Lines of logs that their owners have made public, each with its place. Lines in between are left out.</summary>
internal static class RealLogs
{
    /// <summary>VMware Player 1.0.2, resumed from suspension, the machine copied. Ubuntu Forums, "Qemu/kqemu", 25 October 2006.</summary>
    public const string Player2006 = """
        Oct 25 23:09:39: vmx| Log for VMware Player pid=11624 version=1.0.2 build=build-29634 option=Release
        Oct 25 23:09:39: vmx| Config file: /media/dropzone/WindowsXP/WindowsXP.vmx
        Oct 25 23:09:40: vmx| DICT --- COMMAND LINE
        Oct 25 23:09:40: vmx| DICT             gui.available = TRUE
        Oct 25 23:09:40: vmx| DICT --- CONFIGURATION
        Oct 25 23:09:40: vmx| DICT               displayName = Windows XP
        Oct 25 23:09:40: vmx| DICT                 uuid.bios = 56 4d f1 42 b0 5f b7 dc-89 83 41 fc 61 bc 03 04
        Oct 25 23:09:40: vmx| DICT --- USER DEFAULTS
        Oct 25 23:09:40: vmx| KHZEstimate 1808360
        Oct 25 23:09:40: vmx| UUID: Writing uuid.bios 56 4d 44 22 f2 e8 3e 0b-d7 65 70 56 15 42 d3 53
        Oct 25 23:09:41: vmx| TimeTracker host to guest rate conversion 18240820985833 @ 1808360000Hz -> 18240820985833 @ 1808360000Hz
        Oct 25 23:09:41: vmx| TimeTracker host to guest rate conversion ((x * 2147483648) >> 31) + 0
        """;

    /// <summary>VMware Workstation 7.1.4. Ubuntu Forums, "Dell Inspiron 6000 - Ubuntu 11.04 - VMWare - No 3d", 29 June 2011.</summary>
    public const string Workstation2011 = """
        Jun 28 23:40:56.313: vmx| Log for VMware Workstation pid=17204 version=7.1.4 build=build-385536 option=BETA
        Jun 28 23:40:56.313: vmx| Hostname=hacker
        Jun 28 23:40:56.684: vmx| TSC kHz estimates: vmmon 474579, cpuinfo 1500000, cpufreq 1500000.  Using 1500000 kHz
        Jun 28 23:40:56.909: vmx| Config file: /home/arkelsa/vmware/Windows XP Professional/Windows XP Professional.vmx
        Jun 28 23:40:57.255: vmx| DICT --- USER PREFERENCES /home/arkelsa/.vmware/preferences
        Jun 28 23:40:57.260: vmx| DICT --- CONFIGURATION /home/arkelsa/vmware/Windows XP Professional/Windows XP Professional.vmx
        Jun 28 23:40:57.260: vmx| DICT               displayName = Windows XP Professional
        Jun 28 23:40:57.261: vmx| DICT                 uuid.bios = 56 4d 1b 16 6b 1c 85 f6-94 da fe 1a b7 15 02 02
        Jun 28 23:41:12.030: vmx| MX: init lock: rank(timeTracker)=65532 lid=16
        Jun 28 23:41:12.030: vmx| TimeTracker host to guest rate conversion 2896787367690 @ 1500000000Hz -> 2896787367690 @ 1500000000Hz
        Jun 28 23:41:12.030: vmx| TimeTracker host to guest rate conversion ((x * 2147483648) >> 31) + 0
        """;

    /// <summary>ESXi, a machine of vSphere Integrated Containers. GitHub, vmware/vic, issue 8359, November 2018.</summary>
    public const string Esxi2018 = """
        2018-11-02T03:17:38.838Z| vmx| I125: MStat: Creating Stat vm.powerOnTimeStamp
        2018-11-02T03:17:38.844Z| vmx| I125: TimeTracker host to guest rate conversion 32980396000067392 @ 2665909000Hz -> 0 @ 2665909000Hz
        2018-11-02T03:17:38.844Z| vmx| I125: TimeTracker host to guest rate conversion ((x * 2147483648) >> 31) + -32980396000067392
        2018-11-02T03:17:38.844Z| vmx| I125: timeTracker.globalProgressMaxAllowanceMS: 2000
        """;
}
