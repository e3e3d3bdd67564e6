namespace TimerProbe.Core.Advice.Remedies;

/// <summary>
/// Shutting a guest down and waiting for it, for at most ten minutes: without VMware Tools
/// nobody in the guest hears the request, and nothing is waited for.
/// </summary>
internal static class GuestShutdown
{
    /// <summary>The lines for PowerCLI. What follows them fails where the machine is still on.</summary>
    public const string PowerCli =
        "if (Stop-VMGuest -VM $vm) { 1..120 | ForEach-Object { if ((Get-VM -Id $vm.Id).PowerState -eq 'PoweredOn') { Start-Sleep -Seconds 5 } } }";

    /// <summary>
    /// The lines for govc, to be followed by what is to be done once the machine is off, which fails where it is still on.
    /// </summary>
    public static string Govc(VmName vm) => $"""
        {vm.GovcGuard}govc vm.power -s {vm.GovcTarget} &&
        for _ in $(seq 120); do govc vm.info {vm.GovcTarget} | grep -q poweredOn || break; sleep 5; done &&
        """;
}
