using TimerProbe.Core.Names;

namespace TimerProbe.Core.Advice.Remedies;

/// <summary>Advanced settings of a VMware virtual machine that had better not be there.</summary>
internal static class VMwareSettings
{
    public static PlannedRemedy TakeOut(FleetTarget target)
    {
        var (vm, keys) = (target.Vm, target.Keys);
        return new(
            Setting.VMware,
            "Remove the settings and power-cycle the VM (downtime)",
            [
                new(Tools.VSphereClient, $"""
                    1. Shut the guest down.
                    2. {VSphereClientSteps.AdvancedParameters}
                    3. Remove {NameList.Join([.. keys.Select(PlainText.OneLine)])}.
                    4. Power the VM on.
                    """),
                new(Tools.PowerCli, $"""
                    {vm.GetVm}
                    Get-AdvancedSetting -Entity $vm | Where-Object Name -in {ShellQuoting.PowerShell(keys)}
                    Get-AdvancedSetting -Entity $vm | Where-Object Name -in {ShellQuoting.PowerShell(keys)} | Remove-AdvancedSetting
                    """),
                new(Tools.Govc, $"""
                    govc vm.info -e {vm.GovcTarget}
                    govc vm.change {vm.GovcOption} {string.Join(' ', keys.Select(key => $"-e {ShellQuoting.Posix(key + "=")}"))}
                    """),
            ],
            [Caveats.PoweredOff, "First find out who set them and why: a forced rate may hide another problem with the clock.", vm.Caveat]);
    }
}
