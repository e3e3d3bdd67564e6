namespace TimerProbe.Core.Advice;

/// <summary>Who should set a machine's time, a row a platform: the system's own time service first, then what the platform adds.</summary>
internal static class TimeSources
{
    private const string OneOnly = "Only one service may set the time: where this one does, no other does so too.";
    private const string Jumps = "The time then jumps: databases, clusters and replication may have to be told before, above all where it goes back.";
    private const string NameOnHost = "The name is the guest's own: replace it with the VM's name on the host.";
    private const string Only = "Only where a time service runs inside";

    public static IEnumerable<PlannedRemedy> Set(VmName vm) =>
    [
        Row(Setting.Windows, "See what sets Windows' time, and let it set it now",
            Tools.CommandPrompt, "w32tm /query /source\nw32tm /query /status /verbose\nw32tm /resync /rediscover",
            Jumps, "In a domain the time comes from its controllers: where theirs is wrong, correct what the PDC emulator goes by first."),
        OnLinux("See what sets Linux's time, and let it set it now",
            "timedatectl\nchronyc tracking || timedatectl timesync-status || ntpq -p",
            "sudo chronyc makestep || sudo systemctl restart systemd-timesyncd",
            Jumps, "Where none of them runs, install chrony: it corrects the time soon after a pause, and jumps only when it is told to (makestep)."),
        HostClock(Setting.Linux, "/dev/ptp_kvm", "sudo modprobe ptp_kvm && ls /dev/ptp_kvm || ls /dev/ptp*", "poll 2\n# and: makestep 1 -1",
            "With makestep 1 -1 chrony also jumps after a restore or a resume, by which the time is behind. It needs no network.") with
        {
            When = facts => new PlatformSigns(facts.Machine).RunsKvm,
            Fill = GuestClocksource.OnNode,
        },
        Row(Setting.VMware, "Let VMware Tools set the time once after a resume and a vMotion", Tools.Words, """
            1. vmware-toolbox-cmd timesync status in the guest: Disabled is right where a time service runs inside.
            2. The one-time corrections are on unless time.synchronize.continue, .restore, .resume.disk, .resume.host, .shrink or
               .tools.startup is FALSE in the VM's advanced settings.
            3. The time of the ESXi host is what they set: let its own NTP client run.
            """, OneOnly),
        Row(Setting.VMwareDesktop, "Let VMware Tools set the time once after a suspend", Tools.Words,
            "Leave the VM's option \"Synchronize guest time with host\" to one of two: VMware Tools, or the time service inside.", OneOnly),
        Row(Setting.HyperV, "Let Hyper-V set the time after a pause", Tools.PowerShellOn("the Hyper-V host"),
            $"{vm.GetHyperVVm}\nEnable-VMIntegrationService -VM $vm -Name 'Time Synchronization'",
            "Windows takes part by its VMICTimeProvider, Linux by /dev/ptp_hyperv, which chrony reads.", OneOnly),
        HostClock(Setting.Azure, "/dev/ptp_hyperv", "ls /dev/ptp_hyperv", "poll 3 dpoll -2 offset 0 stratum 2"),
        Row(Setting.Kvm, "Let the guest agent set the time after a restore", Tools.Virsh, $"virsh domtime --domain {vm.Posix} --sync",
            NameOnHost, "It needs qemu-guest-agent inside, and goes by the virtual hardware clock."),
        new(Setting.Wsl, "Set WSL's time by the computer's after it slept",
            [new(Tools.Shell, "sudo hwclock --hctosys"), OtherPower.WslStep],
            ["The first sets the time now. The second stops every distribution, and their clocks start right.", "A newer WSL does this by itself when the computer wakes: wsl --update.", "Or let a time service run inside: systemd-timesyncd or chrony."]),
        OtherPower.DockerDesktop(),
        Row(Setting.VirtualBox, "Let the Guest Additions set the time after a pause", Tools.VBoxManage,
            $"VBoxManage guestproperty set {vm.Posix} /VirtualBox/GuestAdd/VBoxService/--timesync-set-threshold 1000", NameOnHost, OneOnly),
        Row(Setting.Parallels, "Let Parallels Tools set the time", Tools.Words,
            "On the computer: the VM's configuration > Options > More: synchronize the time from the Mac.", OneOnly),
        Row(Setting.Physical, "See whether the computer's own clock holds the time", Tools.Words,
            "Compare its firmware's clock after it was off for an hour: one that fell behind needs a new battery."),
    ];

    public static IEnumerable<PlannedRemedy> LeaveOne() =>
    [
        Row(Setting.Windows, "Leave one service to set the time", Tools.CommandPrompt,
            "w32tm /query /source\nsc query NTP\nreg query HKLM\\SYSTEM\\CurrentControlSet\\Services\\W32Time\\TimeProviders /s /v Enabled",
            "Keep what the domain or the platform wants: Windows' time service, the hypervisor's provider, or another client, not two of them."),
        OnLinux("Leave one service to set the time",
            "systemctl list-units --all 'chrony*' 'ntp*' 'systemd-timesyncd*' 'ptp4l*' 'phc2sys*'", "sudo systemctl disable --now SERVICE",
            "SERVICE is the one to stop. A cron job or an agent of the cloud that runs ntpdate or date counts as one too."),
        Row(Setting.VMware, "Turn the periodic synchronization of VMware Tools off", Tools.Shell,
            "vmware-toolbox-cmd timesync status\nvmware-toolbox-cmd timesync disable",
            $"{Only}. The one-time corrections after a resume and a vMotion stay."),
        Row(Setting.HyperV, "Turn Hyper-V's time synchronization off", Tools.PowerShellOn("the Hyper-V host"),
            "Disable-VMIntegrationService -VMName NAME -Name 'Time Synchronization'",
            $"{Only}: after a pause or a restore it has to correct the time alone."),
    ];

    private static PlannedRemedy Row(Setting where, string action, string tool, string text, params string[] caveats) =>
        new(where, action, [new(tool, text)], caveats);

    private static PlannedRemedy OnLinux(string action, string look, string change, params string[] caveats) =>
        new(Setting.Linux, action, [new(Tools.Shell, look), new(Tools.Shell, change)], caveats) { Fill = GuestClocksource.OnNode };

    private static PlannedRemedy HostClock(Setting where, string device, string find, string options, params string[] caveats) => Row(
        where, $"Let chrony read the host's clock, {device}", Tools.Shell, $"""
            {find}
            grep {device} /etc/chrony.conf /etc/chrony/chrony.conf
            # where it is missing, add: refclock PHC {device} {options}
            sudo systemctl restart chronyd || sudo systemctl restart chrony
            """, [.. caveats, OneOnly]) with
    {
        When = facts => facts.Machine.Linux is not null,
    };
}
