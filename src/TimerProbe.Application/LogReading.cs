namespace TimerProbe.Application;

/// <summary>Reads logs of the hypervisor by themselves, without a vCenter.</summary>
public sealed class LogReading(UseCaseContext context)
{
    private readonly List<VmLog> _logs = [];
    private readonly List<string> _problems = [];
    private int _files;
    private long _left = FileLimits.Logs;

    /// <summary>What logs say, and all below folders; what could not be read is reported, and is in the document.</summary>
    /// <exception cref="UseCaseException">None could be read.</exception>
    public async Task<LogDocument> RunAsync(IReadOnlyList<string> paths, FrequencyRules rules, CancellationToken cancellationToken)
    {
        var startedAt = context.Time.GetUtcNow();
        foreach (var path in paths.Distinct())
        {
            await ReadAsync(path, cancellationToken);
        }

        foreach (var problem in _problems)
        {
            context.Dialog.ReportProblem(problem);
        }

        if (_logs.Count == 0)
        {
            throw new UseCaseException(ExitCode.NoTarget, _problems.Count == 1 ? "no log could be read" : "none of the logs could be read");
        }

        return new LogDocument
        {
            Tool = context.Tool,
            StartedAt = startedAt,
            TolerancePpm = rules.Tolerance,
            Logs = [
                .. _logs.Select(log => LogEvidence.Place(log, rules))
                    .OrderBy(Order)
                    .ThenByDescending(log => log.At ?? DateTimeOffset.MinValue)
            ],
            Problems = _problems,
        };
    }

    private static int Order(VmLog log) => log switch
    {
        { ClockReadsTrap: true } => 0,
        { Placement: not Placement.Unknown, ClockReadsTrap: null } => 1,
        { Placement: Placement.Away } => 2,
        { Placement: Placement.Home } => 3,
        _ => 4,
    };

    private async Task ReadAsync(string path, CancellationToken cancellationToken)
    {
        if (!Directory.Exists(path))
        {
            await ReadFileAsync(path, path, cancellationToken);
            return;
        }

        IReadOnlyList<string> files;
        try
        {
            files = await FolderReading.ListAsync(path, VmLogFiles.IsLog, cancellationToken);
        }
        catch (Exception ex) when (ex is IOException or UnauthorizedAccessException)
        {
            _problems.Add($"{path} cannot be read: {ex.Message}");
            return;
        }

        if (files.Count == 0)
        {
            _problems.Add($"{path} holds no file *.log with vmware in its name");
        }

        foreach (var file in files)
        {
            await ReadFileAsync(file, Path.Combine(path, Path.GetRelativePath(path, file)), cancellationToken);
        }
    }

    private async Task ReadFileAsync(string file, string name, CancellationToken cancellationToken)
    {
        if (++_files > FileLimits.FolderFiles)
        {
            if (_files == FileLimits.FolderFiles + 1)
            {
                _problems.Add(FormattableString.Invariant($"only the first {FileLimits.FolderFiles:N0} logs were read"));
            }

            return;
        }

        try
        {
            var (log, length) = await VmLogFiles.ReadAsync(file, name, Math.Min(FileLimits.Log, _left), cancellationToken);
            _left -= length;
            _logs.Add(log);
        }
        catch (FileRefusedException ex)
        {
            _problems.Add($"{name} cannot be read: {ex.Message}");
        }
    }
}
