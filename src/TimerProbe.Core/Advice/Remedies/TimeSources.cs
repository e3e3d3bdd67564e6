namespace TimerProbe.Core.Advice;

/// <summary>Who should set a machine's time, a row a platform: the system's own time service first, then what the platform adds.</summary>
internal static class TimeSources
{
    private const string OneOnly = "Only one service may set the time: where this one does, no other does so too.";

    private const string Jumps = "The time then jumps: databases, clusters and replication may have to be told before, above all where it goes back.";

    private static readonly Setting[] OnKvm =
    [
        Setting.Kvm, Setting.KubeVirt, Setting.OVirt, Setting.CloudStack, Setting.OpenNebula, Setting.KvmManager, Setting.OpenStack,
        Setting.Cloud,
    ];

    public static IEnumerable<PlannedRemedy> Set(VmName vm) =>
    [
        new(Setting.Windows, "See what sets Windows' time, and let it set it now",
            [new(Tools.CommandPrompt, "w32tm /query /source\nw32tm /query /status /verbose\nw32tm /resync /rediscover")],
            [Jumps, "In a domain the time comes from its controllers: where theirs is wrong, correct what the PDC emulator goes by first."]),
        new(Setting.Linux, "See what sets Linux's time, and let it set it now",
            [
                new(Tools.Shell, "timedatectl\nchronyc tracking || timedatectl timesync-status || ntpq -p"),
                new(Tools.Shell, "sudo chronyc makestep || sudo systemctl restart systemd-timesyncd"),
            ],
            [Jumps, "Where none of them runs, install chrony: it corrects the time soon after a pause, and jumps only when it is told to (makestep)."])
        {
            Fill = GuestClocksource.OnNode,
        },
        Words(Setting.VMware, "Let VMware Tools set the time once after a resume and a vMotion",
            """
            1. vmware-toolbox-cmd timesync status in the guest: Disabled is right where a time service runs inside.
            2. The one-time corrections are on unless time.synchronize.continue, .restore, .resume.disk, .resume.host, .shrink or
               .tools.startup is FALSE in the VM's advanced settings.
            3. The time of the ESXi host is what they set: let its own NTP client run.
            """,
            OneOnly),
        Words(Setting.VMwareDesktop, "Let VMware Tools set the time once after a suspend",
            "Leave the VM's option \"Synchronize guest time with host\" to one of two: VMware Tools, or the time service inside.", OneOnly),
        new(Setting.HyperV, "Let Hyper-V set the time after a pause",
            [new(Tools.PowerShellOn("the Hyper-V host"), $"{vm.GetHyperVVm}\nEnable-VMIntegrationService -VM $vm -Name 'Time Synchronization'")],
            ["Windows takes part by its VMICTimeProvider, Linux by /dev/ptp_hyperv, which chrony reads.", OneOnly]),
        new(Setting.Azure, "Let chrony read the host's clock, /dev/ptp_hyperv",
            [new(Tools.Shell, "grep ptp_hyperv /etc/chrony.conf /etc/chrony/chrony.conf\n# if it is missing there, add: refclock PHC /dev/ptp_hyperv poll 3 dpoll -2 offset 0 stratum 2\nsudo systemctl restart chronyd || sudo systemctl restart chrony")],
            [OneOnly])
        {
            When = facts => facts.Machine.Linux is not null,
        },
        .. Array.ConvertAll(OnKvm, HostClockOfKvm),
        new(Setting.Kvm, "Let the guest agent set the time after a restore",
            [new(Tools.Virsh, $"virsh domtime --domain {vm.Posix} --sync")],
            ["The name is the guest's own: replace it with the VM's name on the host. It needs qemu-guest-agent inside, and goes by the virtual hardware clock."]),
        new(Setting.Wsl, "Set WSL's time by the computer's after it slept",
            [new(Tools.Shell, "sudo hwclock --hctosys"), OtherPower.WslStep],
            ["The first sets the time now. The second stops every distribution, and their clocks start right.", "A newer WSL does this by itself when the computer wakes: wsl --update.", "Or let a time service run inside: systemd-timesyncd or chrony."]),
        OtherPower.DockerDesktop(),
        new(Setting.VirtualBox, "Let the Guest Additions set the time after a pause",
            [new(Tools.VBoxManage, $"VBoxManage guestproperty set {vm.Posix} /VirtualBox/GuestAdd/VBoxService/--timesync-set-threshold 1000")],
            ["The name is the guest's own: replace it with the VM's name on the host.", OneOnly]),
        Words(Setting.Parallels, "Let Parallels Tools set the time", "On the computer: the VM's configuration > Options > More: synchronize the time from the Mac.", OneOnly),
        Words(Setting.Physical, "See whether the computer's own clock holds the time",
            "Compare its firmware's clock after it was off for an hour: one that fell behind needs a new battery."),
    ];

    public static IEnumerable<PlannedRemedy> LeaveOne() =>
    [
        new(Setting.Windows, "Leave one service to set the time",
            [new(Tools.CommandPrompt, "w32tm /query /source\nsc query NTP\nreg query HKLM\\SYSTEM\\CurrentControlSet\\Services\\W32Time\\TimeProviders /s /v Enabled")],
            ["Keep what the domain or the platform wants: Windows' time service, the hypervisor's provider, or another client, not two of them."]),
        new(Setting.Linux, "Leave one service to set the time",
            [
                new(Tools.Shell, "systemctl list-units --all 'chrony*' 'ntp*' 'systemd-timesyncd*' 'ptp4l*' 'phc2sys*'"),
                new(Tools.Shell, "sudo systemctl disable --now SERVICE"),
            ],
            ["SERVICE is the one to stop. A cron job or an agent of the cloud that runs ntpdate or date counts as one too."])
        {
            Fill = GuestClocksource.OnNode,
        },
        new(Setting.VMware, "Turn the periodic synchronization of VMware Tools off",
            [new(Tools.Shell, "vmware-toolbox-cmd timesync status\nvmware-toolbox-cmd timesync disable")],
            ["Only where a time service runs inside. The one-time corrections after a resume and a vMotion stay."]),
        new(Setting.HyperV, "Turn Hyper-V's time synchronization off",
            [new(Tools.PowerShellOn("the Hyper-V host"), "Disable-VMIntegrationService -VMName NAME -Name 'Time Synchronization'")],
            ["Only where a time service runs inside: after a pause or a restore it has to correct the time alone."]),
    ];

    private static PlannedRemedy HostClockOfKvm(Setting where) => new(where, "Let chrony read the host's clock, /dev/ptp_kvm",
        [
            new(Tools.Shell, """
                sudo modprobe ptp_kvm && ls /dev/ptp_kvm || ls /dev/ptp*
                # in chrony.conf add: refclock PHC /dev/ptp_kvm poll 2
                #                     makestep 1 -1
                sudo systemctl restart chronyd || sudo systemctl restart chrony
                """),
        ],
        ["With makestep 1 -1 chrony also jumps after a restore or a resume, by which the time is behind. It needs no network.", OneOnly])
    {
        When = facts => facts.Machine.Linux is not null,
    };

    private static PlannedRemedy Words(Setting where, string action, string text, params string[] caveats) =>
        new(where, action, [new(Tools.Words, text)], caveats);
}
