namespace TimerProbe.Core.Advice.Remedies;

/// <summary>Shutting a guest down and waiting for it, for at most ten minutes: without VMware Tools nobody in the guest hears the request.</summary>
internal static class GuestShutdown
{
    /// <summary>The lines for PowerCLI; what follows them runs only when the machine is off.</summary>
    public const string PowerCli = """
        if ($vm.ExtensionData.Guest.ToolsRunningStatus -ne 'guestToolsRunning') { throw 'VMware Tools do not run: shut down inside the guest' }
        Stop-VMGuest -VM $vm
        $end = (Get-Date).AddMinutes(10)
        while ((Get-VM -Id $vm.Id).PowerState -eq 'PoweredOn' -and (Get-Date) -lt $end) { Start-Sleep -Seconds 5 }
        if ((Get-VM -Id $vm.Id).PowerState -eq 'PoweredOn') { throw 'it is still on after 10 minutes: look at its console' }
        """;

    /// <summary>The lines for govc, to be followed by what is to be done once the machine is off.</summary>
    public static string Govc(VmName vm) => $"""
        {vm.GovcGuard}govc vm.power -s {vm.GovcTarget} &&
        for _ in $(seq 120); do govc vm.info {vm.GovcTarget} | grep -q poweredOff && break; sleep 5; done
        govc vm.info {vm.GovcTarget} | grep -q poweredOff &&
        """;
}
