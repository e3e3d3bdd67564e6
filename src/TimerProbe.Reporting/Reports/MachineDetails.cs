using TimerProbe.Core.Facts;
using static System.FormattableString;

namespace TimerProbe.Reporting.Reports;

/// <summary>What a check knows of its machine, as far as it is known.</summary>
internal static class MachineDetails
{
    public static IReadOnlyList<(string What, string Value)> Of(MachineFacts machine)
    {
        var hypervisor = machine.Hypervisor;
        var pressure = machine.CpuPressure;
        return
        [
            .. from detail in new[]
               {
                   ("SMBIOS UUID", machine.SmbiosUuid),
                   ("product", machine.SmbiosProduct),
                   ("processor", machine.CpuModel),
                   ("architecture", machine.Architecture),
                   ("invariant TSC", YesOrNo(machine.InvariantTsc)),
                   ("hypervisor", hypervisor.Vendor),
                   ("TSC rate it reports", hypervisor.VirtualTscHz?.ToString()),
                   ("host's rate", hypervisor.HostHz?.ToString()),
                   ("virtualization-based security", YesOrNo(hypervisor.Vbs)),
                   ("VMware Tools", machine.VmwareTools?.Version),
                   ("performance counter", machine.Windows?.QpfHz?.ToString()),
                   ("useplatformclock", YesOrNo(machine.Windows?.UsePlatformClock)),
                   ("clock source", machine.Linux?.Clocksource),
                   ("vDSO", YesOrNo(machine.Linux?.Vdso)),
                   ("container", machine.Linux?.Container),
                   ("CPU quota", pressure.Quota is { } quota ? Invariant($"{quota:0.##} processors") : null),
                   ("throttled", Milliseconds(pressure.ThrottledMs)),
                   ("stolen", Milliseconds(pressure.StealMs)),
                   ("waited for a processor", Milliseconds(pressure.WaitedMs)),
                   ("CPU limit", pressure.LimitHz?.ToString()),
               }
               where detail.Item2 is not null
               select (detail.Item1, detail.Item2),
        ];
    }

    private static string? YesOrNo(bool? fact) => fact switch
    {
        true => "yes",
        false => "no",
        null => null,
    };

    private static string? Milliseconds(double? ms) => ms is { } time ? Invariant($"{time:#,0.###} ms") : null;
}
