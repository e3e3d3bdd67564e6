namespace TimerProbe.Files;

/// <summary>Where a path leads that is to be written to.</summary>
public sealed record OutputTarget(string Path, bool IsStream)
{
    private static readonly string[] Streams =
        ["/dev/stdout", "/dev/stderr", "/dev/fd/", "/proc/self/fd/", "/dev/null", "/dev/full", "/dev/tty", "/dev/pts/"];

    /// <summary>Looks where a path leads; nothing is opened.</summary>
    /// <exception cref="FileRefusedException">To a folder, a pipe or a device, or into a folder that does not exist.</exception>
    public static OutputTarget Parse(string file)
    {
        string path;
        try
        {
            path = System.IO.Path.GetFullPath(file);
        }
        catch (ArgumentException ex)
        {
            throw new FileRefusedException("that is not a valid file name", ex);
        }

        if (OperatingSystem.IsLinux() && Array.Exists(Streams, Leads))
        {
            return new OutputTarget(path, IsStream: true);
        }

        if (FileKind.NotRegular(path) is { } kind)
        {
            throw new FileRefusedException($"it is {kind}");
        }

        var folder = System.IO.Path.GetDirectoryName(path);
        path = !Directory.Exists(folder) ? throw new FileRefusedException($"the folder {folder} does not exist")
            : new FileInfo(path).LinkTarget is null ? path
            : File.ResolveLinkTarget(path, returnFinalTarget: true)!.FullName;
        return FileKind.IsOfKernel(path)
            ? throw new FileRefusedException("it is a kernel file")
            : new OutputTarget(path, IsStream: false);

        // Of /dev/pts/ a terminal is one with a number: what makes them waits for ever.
        bool Leads(string stream) => path == stream || (stream.EndsWith('/') && path.StartsWith(stream, StringComparison.Ordinal)
            && path[stream.Length..].All(char.IsAsciiDigit));
    }
}

/// <summary>Modes of new files, less what the umask takes; a file that was there keeps its own.</summary>
public static class NewFileMode
{
    /// <summary>0600: for its owner alone.</summary>
    public const UnixFileMode Personal = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    /// <summary>0640: reports, scripts, logs and stores name machines, and what is wrong with them.</summary>
    public const UnixFileMode Private = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead;

    /// <summary>0644: gauges, whose collector is another user.</summary>
    public const UnixFileMode Collected = Private | UnixFileMode.OtherRead;

    public static FileStreamOptions Options(FileMode mode, FileAccess access, FileShare share, UnixFileMode unixMode = Private)
    {
        var options = new FileStreamOptions { Mode = mode, Access = access, Share = share, BufferSize = 0 };
        if (!OperatingSystem.IsWindows())
        {
            options.UnixCreateMode = unixMode;
        }

        return options;
    }
}
