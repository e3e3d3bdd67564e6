namespace TimerProbe.Tests.Shared;

/// <summary>A file that its owner alone can read, where files have modes.</summary>
internal static class SecretFile
{
    public const UnixFileMode Owner = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    /// <summary>Writes it; its path.</summary>
    public static string Write(string path, string text, UnixFileMode mode = Owner)
    {
        File.WriteAllText(path, text);
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(path, mode);
        }

        return path;
    }
}
