namespace TimerProbe.Files;

/// <summary>The one way to read a file from outside: opened without waiting, regular ones only (a pipe may wait), up to a bound.</summary>
public static class ExternalFile
{
    private const int WindowsSharingViolation = 32;
    private const int NoDevice = 6, NoAccess = 13, LinksInCircles = 40;

    /// <summary>asm-generic/fcntl.h, same on x86-64 and arm64: O_RDONLY, O_NOCTTY, O_NONBLOCK, O_CLOEXEC.</summary>
    private const int ReadWithoutWaiting = 0x100 | 0x800 | 0x80000;

    /// <summary>Opens a file for reading.</summary>
    /// <exception cref="FileRefusedException">It is not there, may not be read, or is no regular file.</exception>
    public static SafeFileHandle Open(string path)
    {
        SafeFileHandle? handle = null;
        try
        {
            path = Path.GetFullPath(path);
            handle = OperatingSystem.IsLinux()
                ? OpenOnLinux(path)
                : File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            AssertRegular(handle);
            return handle;
        }
        catch (Exception ex) when (ex is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            handle?.Dispose();
            throw ex as FileRefusedException
                ?? (ex is UnauthorizedAccessException && Directory.Exists(path) ? Is("a folder") : Explain(ex));
        }
    }

    /// <summary>The whole file, if it has at most so many bytes.</summary>
    /// <exception cref="FileRefusedException">It cannot be opened as <see cref="Open"/> says, or is larger.</exception>
    public static byte[] Read(string path, int maxBytes, CancellationToken cancellationToken)
    {
        using var file = Open(path);
        return Read(file, maxBytes, cancellationToken);
    }

    /// <summary>The whole of an open file, if it has at most so many bytes; this closes it.</summary>
    /// <exception cref="FileRefusedException">It has more, or cannot be read.</exception>
    public static byte[] Read(SafeFileHandle file, int maxBytes, CancellationToken cancellationToken)
    {
        try
        {
            using var stream = OpenStream(file, maxBytes);
            return BoundedRead.All(stream, (int)stream.Length, maxBytes, cancellationToken);
        }
        catch (Exception ex) when (ex is UnauthorizedAccessException or IOException and not FileRefusedException)
        {
            throw Explain(ex);
        }
    }

    /// <summary>An open file from its beginning, for what is too large for memory; disposing the stream closes the file.</summary>
    /// <exception cref="FileRefusedException">It has more than <paramref name="maxBytes"/> bytes.</exception>
    public static Stream OpenStream(SafeFileHandle file, long maxBytes) => RandomAccess.GetLength(file) is var length && length > maxBytes
        ? throw BoundedRead.TooLarge(maxBytes, length)
        : new FileStream(file, FileAccess.Read, bufferSize: 0);

    /// <summary>A thread that waits for a file server is left behind when cancelled or after <see cref="FileLimits.Answer"/>.</summary>
    /// <exception cref="FileRefusedException">There is no answer, or the work refuses.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public static T Answered<T>(Func<T> work, CancellationToken cancellationToken)
    {
        try
        {
            return Task.Run(work, CancellationToken.None).WaitAsync(FileLimits.Answer, cancellationToken).GetAwaiter().GetResult();
        }
        catch (TimeoutException ex)
        {
            throw new FileRefusedException($"it was not read within {FileLimits.Answer.TotalSeconds:0} s", ex);
        }
    }

    public static Task<byte[]> ReadAsync(string path, int maxBytes, CancellationToken cancellationToken) =>
        Task.Run(() => Read(path, maxBytes, cancellationToken), CancellationToken.None).WaitAsync(cancellationToken);

    /// <summary>The text of a small file.</summary>
    /// <exception cref="FileRefusedException">
    /// It cannot be opened as <see cref="Open"/> says, is larger, is no text, or <see cref="FileLimits.Answer"/> was over.
    /// </exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public static string ReadText(string path, int maxBytes, CancellationToken cancellationToken) =>
        Encoding.UTF8.GetString(ExternalText.ToUtf8(Answered(() => Read(path, maxBytes, cancellationToken), cancellationToken)).Span);

    private static FileRefusedException Explain(Exception refused) => new(
        refused switch
        {
            FileNotFoundException or DirectoryNotFoundException => "it does not exist",
            UnauthorizedAccessException => $"{Environment.UserName} may not read it",
            ArgumentException or NotSupportedException => "that is not a valid file name",
            PathTooLongException => "its name is too long",
            _ when OperatingSystem.IsWindows() && (refused.HResult & 0xFFFF) == WindowsSharingViolation => "another program holds it open",
            _ => refused.Message,
        },
        refused);

    private static SafeFileHandle OpenOnLinux(string path)
    {
        var handle = OpenDescriptor(Encoding.UTF8.GetBytes(path + '\0'), ReadWithoutWaiting);
        if (!handle.IsInvalid)
        {
            return handle;
        }

        var error = Marshal.GetLastPInvokeError();
        handle.Dispose();
        throw error switch
        {
            FileKind.NotThere or FileKind.NotAFolder => new FileRefusedException("it does not exist"),
            NoAccess => new FileRefusedException($"{Environment.UserName} may not read it"),
            NoDevice => Is(FileKind.NotRegular(path) ?? FileKind.NoFile),
            LinksInCircles => new FileRefusedException("its links form a loop"),
            _ => new FileRefusedException(Marshal.GetPInvokeErrorMessage(error)),
        };
    }

    // Source-generated marshalling would need unsafe code, which this project does without.
#pragma warning disable SYSLIB1054
    [DllImport("libc", EntryPoint = "open", SetLastError = true, ExactSpelling = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern SafeFileHandle OpenDescriptor(byte[] path, int flags);
#pragma warning restore SYSLIB1054

    private static void AssertRegular(SafeFileHandle handle)
    {
        if (FileKind.NotRegular(handle) is { } kind)
        {
            throw Is(kind);
        }

        // Regular files of /proc have no size and may have no end.
        if (OperatingSystem.IsLinux() && GetLocation(handle) is { } location && FileKind.IsOfKernel(location))
        {
            throw new FileRefusedException("it is a kernel file");
        }
    }

    private static string? GetLocation(SafeFileHandle handle)
    {
        try
        {
            return new FileInfo($"/proc/self/fd/{handle.DangerousGetHandle()}").LinkTarget;
        }
        catch (Exception ex) when (ex is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static FileRefusedException Is(string kind) => new($"it is {kind}");
}
