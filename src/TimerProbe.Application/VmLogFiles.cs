namespace TimerProbe.Application;

/// <summary>
/// Reads logs of the hypervisor. A log is written by anyone who may write below the machine's folder, its guest in
/// part: it is as foreign as any file.
/// </summary>
internal static class VmLogFiles
{
    private const int Beginning = 1024;
    private const string What = "logs of virtual machines";
    private const string Newest = "vmware.log";

    /// <summary>Whether a file has the name of a log: <c>*.log</c> with <c>vmware</c> in it.</summary>
    public static bool IsLog(string file) => Path.GetExtension(file).Equals(".log", StringComparison.OrdinalIgnoreCase)
        && Path.GetFileName(file).Contains("vmware", StringComparison.OrdinalIgnoreCase);

    /// <exception cref="FileRefusedException">It cannot be read, is larger, or no <c>vmware.log</c>.</exception>
    public static Task<(VmLog Log, long Length)> ReadAsync(string file, string name, long maxBytes, CancellationToken cancellationToken) =>
        Task.Run(() => Read(file, name, maxBytes, cancellationToken), CancellationToken.None).WaitAsync(cancellationToken);

    /// <summary>Reads machines' logs below a folder; a machine folder's older logs only where its newest have no rate.</summary>
    /// <returns>The logs, and a sentence for each file that is not one, and for what the deadline left unread.</returns>
    /// <exception cref="UseCaseException">The folder cannot be read.</exception>
    public static Task<(IReadOnlyList<VmLog> Logs, IReadOnlyList<Problem> Problems)> ReadFolderAsync(
        string folder, CancellationToken deadline, CancellationToken cancellationToken)
    {
        return FolderReading.ReadAsync<VmLog>(
            folder, IsLog, What, (ProblemCode.LogsCapped, What), ReadAllAsync, deadline, cancellationToken);

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
                        var (log, length) = await ReadAsync(file, name, Math.Min(FileLimits.Log, left), either);
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

    /// <summary>Higher is newer: <c>vmware.log</c>, then <c>vmware-12.log</c>, <c>vmware-11.log</c>; null for other names.</summary>
    private static int? Age(string file) =>
        Path.GetFileName(file) is var name && name.Equals(Newest, StringComparison.OrdinalIgnoreCase) ? int.MaxValue
        : name.StartsWith("vmware-", StringComparison.OrdinalIgnoreCase)
            && int.TryParse(
                Path.GetFileNameWithoutExtension(name).AsSpan("vmware-".Length),
                NumberStyles.None,
                CultureInfo.InvariantCulture,
                out var number) ? number
        : null;

    private static (VmLog Log, long Length) Read(string file, string name, long maxBytes, CancellationToken cancellationToken)
    {
        try
        {
            using var opened = ExternalFile.Open(file);
            using var stream = ExternalFile.OpenStream(opened, maxBytes);
            var length = stream.Length;
            var isBinary = HoldsZeros(stream);
            using var text = new StreamReader(stream, detectEncodingFromByteOrderMarks: true);
            var log = isBinary ? null : VmLogReader.Read(text, name, cancellationToken);
            return log is null
                ? throw new FileRefusedException(isBinary ? "it is a binary file, not a vmware.log" : "none of its lines has a known form of vmware.log")
                : (log, length);
        }
        catch (Exception ex) when (ex is IOException or UnauthorizedAccessException && ex is not FileRefusedException)
        {
            throw new FileRefusedException(ex.Message, ex);
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
