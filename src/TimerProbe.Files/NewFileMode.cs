namespace TimerProbe.Files;

/// <summary>
/// Who may read what this program makes: what is new is its owner's and group's, less what the umask takes; what was there keeps its mode.
/// </summary>
public static class NewFileMode
{
    /// <summary>0600: what only its owner has to do with.</summary>
    public const UnixFileMode Personal = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    /// <summary>0640: reports, scripts, logs and stores name machines, and what is wrong with them.</summary>
    public const UnixFileMode Private = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead;

    /// <summary>0644: gauges, whose collector is another user.</summary>
    public const UnixFileMode Collected = Private | UnixFileMode.OtherRead;

    /// <summary>How a stream makes a file of such a mode; Windows gives a file its folder's access list.</summary>
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
