namespace TimerProbe.Application;

/// <summary>
/// Reads logs of the hypervisor. A log is written by anyone who may write below the machine's folder, its guest in
/// part: it is as foreign as any file.
/// </summary>
internal static class VmLogFiles
{
    private const int Beginning = 1024;

    /// <summary>Whether a file has the name of a log: <c>*.log</c> with <c>vmware</c> in it.</summary>
    public static bool IsLog(string file) => Path.GetExtension(file).Equals(".log", StringComparison.OrdinalIgnoreCase)
        && Path.GetFileName(file).Contains("vmware", StringComparison.OrdinalIgnoreCase);

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
