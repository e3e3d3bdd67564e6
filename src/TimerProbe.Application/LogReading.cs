using System.IO.Enumeration;

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
    public async Task<LogDocument> RunAsync(IReadOnlyList<string> paths, FrequencyRules rules, CancellationToken cancel)
    {
        var startedAt = context.Time.GetUtcNow();
        foreach (var path in paths.Distinct(StringComparer.Ordinal))
        {
            await ReadAsync(path, cancel);
        }

        foreach (var problem in _problems)
        {
            context.Dialog.Complain(problem);
        }

        if (_logs.Count == 0)
        {
            throw new UseCaseException(Failure.NoTarget, _problems.Count == 1 ? "no log could be read" : "none of the logs could be read");
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
        { Placement: Placement.Away, ClockReadsTrap: null } => 1,
        { Placement: Placement.Away } => 2,
        { Placement: Placement.Home } => 3,
        _ => 4,
    };

    private async Task ReadAsync(string path, CancellationToken cancel)
    {
        if (FileKindReader.Of(path) != FileKind.Folder)
        {
            await ReadFileAsync(path, path, cancel);
            return;
        }

        IReadOnlyList<string> files;
        try
        {
            files = await Task.Run(() => VmLogFiles.Below(path), CancellationToken.None).WaitAsync(cancel);
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
        {
            _problems.Add($"{path} cannot be read: {unreadable.Message}");
            return;
        }

        if (files.Count == 0)
        {
            _problems.Add($"{path} holds no file *.log with vmware in its name");
        }

        foreach (var file in files)
        {
            await ReadFileAsync(file, Path.Combine(path, Path.GetRelativePath(path, file)), cancel);
        }
    }

    private async Task ReadFileAsync(string file, string name, CancellationToken cancel)
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
            var (log, length) = await VmLogFiles.ReadAsync(file, name, Math.Min(FileLimits.Log, _left), cancel);
            _left -= length;
            _logs.Add(log);
        }
        catch (FileRefusedException refused)
        {
            _problems.Add($"{name} cannot be read: {refused.Message}");
        }
    }
}

/// <summary>
/// Finds and reads logs of the hypervisor. A log is written by anyone who may write below the
/// machine's folder, its guest in part: it is as foreign as any file.
/// </summary>
internal static class VmLogFiles
{
    private const int Beginning = 1024;

    /// <summary>
    /// The logs below a folder: every file <c>*.log</c> whose name has <c>vmware</c> in it. A link to a folder is not followed.
    /// </summary>
    /// <exception cref="IOException">The folder cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">The same.</exception>
    public static IReadOnlyList<string> Below(string folder) => [.. new FileSystemEnumerable<string>(
        folder,
        (ref FileSystemEntry entry) => entry.ToFullPath(),
        new EnumerationOptions { RecurseSubdirectories = true, IgnoreInaccessible = false, AttributesToSkip = FileAttributes.None })
    {
        ShouldIncludePredicate = (ref FileSystemEntry entry) => !entry.IsDirectory
            && Path.GetExtension(entry.FileName).Equals(".log", StringComparison.OrdinalIgnoreCase)
                && entry.FileName.Contains("vmware", StringComparison.OrdinalIgnoreCase),
        ShouldRecursePredicate = (ref FileSystemEntry entry) => !entry.Attributes.HasFlag(FileAttributes.ReparsePoint),
    }.Order(StringComparer.Ordinal)];

    /// <exception cref="FileRefusedException">It cannot be read, is larger, or no <c>vmware.log</c>.</exception>
    public static Task<(VmLog Log, long Length)> ReadAsync(string file, string name, long most, CancellationToken cancel) =>
        Task.Run(() => Read(file, name, most, cancel), CancellationToken.None).WaitAsync(cancel);

    private static (VmLog Log, long Length) Read(string file, string name, long most, CancellationToken cancel)
    {
        try
        {
            using var opened = ExternalFile.Open(file);
            using var stream = opened.Stream(most);
            var length = stream.Length;
            var isBinary = HoldsZeros(stream);
            using var text = new StreamReader(stream, detectEncodingFromByteOrderMarks: true);
            var log = isBinary ? null : VmLogReader.Read(text, name, cancel);
            return log is null
                ? throw new FileRefusedException(isBinary ? "it is a binary file, not a vmware.log" : "none of its lines has a known form of vmware.log")
                : (log, length);
        }
        catch (Exception failed) when (failed is IOException or UnauthorizedAccessException && failed is not FileRefusedException)
        {
            throw new FileRefusedException(failed.Message, failed);
        }
    }

    /// <summary>Whether it begins as no text does; UTF-16 with a byte order mark is text.</summary>
    private static bool HoldsZeros(Stream stream)
    {
        var beginning = new byte[Beginning];
        var count = stream.ReadAtLeast(beginning, Beginning, throwOnEndOfStream: false);
        stream.Position = 0;
        var read = beginning.AsSpan(0, count);
        return !ExternalText.IsUtf16(read) && read.Contains((byte)0);
    }
}
