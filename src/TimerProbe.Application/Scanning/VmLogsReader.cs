using System.Globalization;

namespace TimerProbe.Application.Scanning;

/// <summary>
/// Reads the logs of machines below a folder, of rotated ones only what is needed: older logs of a machine's folder where its
/// newest have no rate.
/// </summary>
internal static class VmLogsReader
{
    private const string What = "logs of virtual machines";
    private const string Newest = "vmware.log";

    /// <summary>The logs, and a sentence for each file that is not one, and for what the deadline left unread.</summary>
    /// <exception cref="UseCaseException">The folder cannot be read.</exception>
    public static Task<(IReadOnlyList<VmLog> Logs, IReadOnlyList<Problem> Problems)> ReadAsync(
        string folder, CancellationToken deadline, CancellationToken cancellationToken)
    {
        return FolderReading.ReadAsync<VmLog>(
            folder, VmLogFiles.IsLog, What, (ProblemCode.LogsCapped, What), ReadAllAsync, deadline, cancellationToken);

        async Task ReadAllAsync(IEnumerable<string> files, List<VmLog> logs, List<Problem> problems, CancellationToken either)
        {
            var left = FileLimits.Logs;
            foreach (var ofOne in files.GroupBy(GetOwner))
            {
                foreach (var file in ofOne.OrderByDescending(Age))
                {
                    var name = Path.GetRelativePath(folder, file);
                    try
                    {
                        var (log, length) = await VmLogFiles.ReadAsync(file, name, Math.Min(FileLimits.Log, left), either);
                        left -= length;
                        logs.Add(log);
                        if (log.GuestHz is not null || log.RefusedLines > 0)
                        {
                            break;
                        }
                    }
                    catch (FileRefusedException ex)
                    {
                        problems.Add(Problem.Create(
                            ProblemCode.LogUnread, $"{name} cannot be read: {ex.Message}", ProblemSubject.File(name)));
                    }
                }
            }
        }
    }

    private static string GetOwner(string file) => Age(file) is null ? file : Path.GetDirectoryName(file)!;

    /// <summary>
    /// The higher the newer: <c>vmware.log</c>, then <c>vmware-12.log</c>, then <c>vmware-11.log</c>; null for other names.
    /// </summary>
    private static int? Age(string file) =>
        Path.GetFileName(file) is var name && name.Equals(Newest, StringComparison.OrdinalIgnoreCase) ? int.MaxValue
        : name.StartsWith("vmware-", StringComparison.OrdinalIgnoreCase)
            && int.TryParse(
                Path.GetFileNameWithoutExtension(name).AsSpan("vmware-".Length),
                NumberStyles.None,
                CultureInfo.InvariantCulture,
                out var number) ? number
        : null;
}

/// <summary>
/// Which logs decide whether hosts scale the TSC: of a class of Intel's one of any machine on its hosts, of others one of a
/// machine on each host. Asked is only where the clock of a machine away is undecided.
/// </summary>
internal static class OpenClassLogs
{
    public static (IReadOnlyList<IReadOnlyList<LoggedMachine>> Questions, int MaxFiles) Of(VCenterFacts vcenter)
    {
        var machines = vcenter.VirtualMachines
            .Where(machine => machine is { PowerState: "poweredOn", HostId: not null, IsSecondary: false, IsClusterService: false })
            .ToLookup(machine => machine.HostId!);
        var classes = vcenter.Hosts.Where(host => host.TscScaling == TscScaling.Unknown)
            .GroupBy(host => HostClasses.GetId(host) ?? host.Id)
            .Where(same => same.Any(host => machines[host.Id].Any(IsOpen)))
            .ToList();
        var questions = classes
            .SelectMany(same => ProcessorTable.IsIntel(same.First())
                ? [same.SelectMany(host => machines[host.Id])]
                : same.Select(host => machines[host.Id]).Where(onHost => onHost.Any(IsOpen)))
            .Select(asked => asked.ToList())
            .OrderByDescending(asked => asked.Count(IsOpen));
        return ([.. questions.Select(InOrder)], classes.Count * MachineLogReading.MaxPerQuestion);
    }

    private static IReadOnlyList<LoggedMachine> InOrder(List<VirtualMachineFacts> machines) =>
    [
        .. machines.GroupBy(machine => machine.HostId!)
            .SelectMany(onHost => onHost.OrderBy(machine => !IsOpen(machine)).ThenBy(machine => machine.Id, StringComparer.Ordinal).Index())
            .OrderBy(item => item.Index).ThenBy(item => !IsOpen(item.Item)).ThenBy(item => item.Item.Id, StringComparer.Ordinal)
            .Select(item => new LoggedMachine(item.Item.Id, item.Item.Name, item.Item.HostId!)),
    ];

    private static bool IsOpen(VirtualMachineFacts machine) => machine.IsClockOpen;
}
