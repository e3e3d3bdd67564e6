using System.IO.Enumeration;

namespace TimerProbe.Application;

/// <summary>
/// Finds and reads logs of the hypervisor. A log is written by anyone who may write below the machine's folder, its guest in
/// part: it is as foreign as any file.
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
    public static Task<(VmLog Log, long Length)> ReadAsync(string file, string name, long most, CancellationToken cancellationToken) =>
        Task.Run(() => Read(file, name, most, cancellationToken), CancellationToken.None).WaitAsync(cancellationToken);

    private static (VmLog Log, long Length) Read(string file, string name, long most, CancellationToken cancellationToken)
    {
        try
        {
            using var opened = ExternalFile.Open(file);
            using var stream = opened.Stream(most);
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
