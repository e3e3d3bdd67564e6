namespace TimerProbe.Guest.Inspection;

/// <summary>Adds what VMware Tools report of the host: by performance counters on Windows, else by their command.</summary>
internal static class VMwareToolsInspector
{
    public static string? FindCommand() => ToolboxReader.Find(
        Environment.GetEnvironmentVariable("PATH"), OperatingSystem.IsWindows() ? WindowsRegistry.VMwareToolsFolder() : null);

    public static bool IsVMware(MachineFacts machine) => machine.Hypervisor.Name is "VMware"
        || (machine.SmbiosManufacturer?.StartsWith("VMware", StringComparison.OrdinalIgnoreCase) ?? false);

    public static MachineFacts Add(MachineFacts facts, UnavailableFacts unavailable, string? program, Deadline deadline) =>
        Add(facts, unavailable, program, OperatingSystem.IsWindows() ? PerformanceCounterReader.Read : null, deadline);

    internal static MachineFacts Add(
        MachineFacts facts,
        UnavailableFacts unavailable,
        string? program,
        Func<PerformanceCounterFacts>? readCounters,
        Deadline deadline)
    {
        var isVMware = IsVMware(facts);
        if (!isVMware && program is null)
        {
            if (facts.Hypervisor.Present == true)
            {
                unavailable.Add("hostHz", "only VMware Tools report the host's speed to a guest");
            }

            return facts;
        }

        var counting = isVMware && readCounters is not null ? deadline.Start(() => Reading.From(readCounters())) : null;
        var toolbox = program is null ? NotInstalled() : new ToolboxReader(program, deadline).Read();
        var counters = counting?.Invoke() is { } read ? read.Value ?? PerformanceCounterFacts.Missing(read.Why!) : null;
        return facts with
        {
            VmwareTools = Tools(unavailable, toolbox.Tools, counters?.CpuStolenMs),
            Hypervisor = HostSpeed(facts.Hypervisor, unavailable, counters?.HostHz, toolbox.HostHz),
            CpuPressure = facts.CpuPressure with { LimitHz = unavailable.Note("limitHz", First(counters?.LimitHz, toolbox.LimitHz)) },
        };
    }

    private static HypervisorFacts HostSpeed(
        HypervisorFacts hypervisor, UnavailableFacts unavailable, Reading<Frequency?>? counter, Reading<Frequency?> command)
    {
        var host = unavailable.Note("hostHz", First(counter, command));
        return hypervisor with
        {
            HostHz = host,
            HostHzSource = host is null
                ? null
                : counter?.Value is null ? HostSpeedSource.ToolboxCommand : HostSpeedSource.PerformanceCounter,
            HostCounterHz = unavailable.Note(
                "hostCounterHz", counter ?? Reading.Missing<Frequency?>("VMware Tools have this counter in Windows guests of VMware only")),
            ToolsSpeedHz = unavailable.Note("toolsSpeedHz", command),
        };
    }

    private static VMwareToolsFacts? Tools(UnavailableFacts unavailable, Reading<VMwareToolsFacts> reported, Reading<double?>? stolen)
    {
        var tools = reported.Value;
        if (tools is null && stolen?.Value is not null)
        {
            unavailable.Note("version", reported);
            unavailable.Note("sessionId", reported);
            tools = new VMwareToolsFacts(Version: null, SessionId: null);
        }
        else
        {
            unavailable.Note("vmwareTools", reported);
        }

        // Tools that report nothing have no such member; where they have counters, these say why.
        if (stolen is null && tools is null)
        {
            return null;
        }

        var stolenMs = unavailable.Note(
            "cpuStolenMs", stolen ?? Reading.Missing<double?>("VMware Tools count it in Windows guests of VMware only"));
        return tools is null ? null : tools with { CpuStolenMs = stolenMs };
    }

    private static Reading<Frequency?> First(Reading<Frequency?>? counter, Reading<Frequency?> command) => (counter, command) switch
    {
        ({ Why: null } reported, _) => reported,
        ({ } silent, { Why: not null }) => silent,
        _ => command,
    };

    private static (Reading<Frequency?> HostHz, Reading<Frequency?> LimitHz, Reading<VMwareToolsFacts> Tools) NotInstalled()
    {
        const string Why = "the command of VMware Tools is not installed";
        return (Reading.Missing<Frequency?>(Why), Reading.Missing<Frequency?>(Why), Reading.Missing<VMwareToolsFacts>(Why));
    }
}
