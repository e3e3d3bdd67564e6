namespace TimerProbe.Core.Advice;

internal static class VMwareCpu
{
    public static PlannedRemedy Limit(VmName vm) => new(
        Setting.VMware,
        "Look for a CPU limit on the VM and its resource pool, and remove it",
        [
            new(Tools.VSphereClient, """
                1. Edit Settings > Virtual Hardware > CPU > Limit: Unlimited.
                2. Do the same for the resource pools above the VM.
                """),
            new(Tools.PowerCli, $"""
                {vm.GetVm}
                Get-VMResourceConfiguration -VM $vm | Select-Object VM, CpuLimitMhz, CpuReservationMhz, CpuSharesLevel
                Get-VMResourceConfiguration -VM $vm | Set-VMResourceConfiguration -CpuLimitMhz $null
                """),
            new(Tools.Govc, $"""
                govc vm.info -json {vm.GovcTarget} | grep -i -A 8 cpuAllocation
                govc vm.change {vm.GovcOption} -cpu.limit=-1
                """),
        ],
        [
            "A limit may have been set on purpose, for instance for a license: ask first. It takes effect immediately, without a restart.",
            vm.Caveat,
        ]);

    public static PlannedRemedy Ready(VmName vm) => new(
        Setting.VMware,
        "Check the VM's ready and co-stop time, and free up CPU on the host",
        [
            new(Tools.PowerCli, $"""
                {vm.GetVm}
                Get-Stat -Entity $vm -Realtime -MaxSamples 15 -Stat cpu.ready.summation, cpu.costop.summation, cpu.maxlimited.summation
                """),
            new(Tools.Govc, $"""
                govc metric.sample -n 15 {vm.GovcPath} cpu.ready.summation cpu.costop.summation
                """),
        ],
        [
            "The values are milliseconds per 20 seconds: ready in percent is value / 20,000 / number of vCPUs x 100. From about 5 % "
                + "per vCPU, it is noticeable.",
            "Check the host's power policy too: anything but High Performance or Balanced slows the arithmetic itself.",
            vm.Caveat,
        ]);
}
