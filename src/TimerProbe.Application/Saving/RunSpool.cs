namespace TimerProbe.Application.Saving;

/// <summary>
/// The runs of this user on this machine that wait for one server, a file each. Their names are in the order of time. What is
/// too much goes, the oldest first; what the server refuses is set aside.
/// </summary>
internal sealed partial class RunSpool(string folder, int maxFiles = FileLimits.SpoolFiles, long maxBytes = FileLimits.Spool)
{
    private const UnixFileMode FolderMode = NewFileMode.Personal | UnixFileMode.UserExecute;
    private const int MaxAside = 20;

    public string Folder => folder;

    /// <summary>Those below <c>XDG_STATE_HOME</c> or <c>~/.local/state</c>, on Windows <c>%LOCALAPPDATA%</c>.</summary>
    public static RunSpool For(Uri server, EnvironmentVariables variables)
    {
        var hash = Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes($"submit {server.AbsoluteUri.TrimEnd('/')}")));
        return new RunSpool(Path.Combine(StateFolder(variables), OperatingSystem.IsWindows() ? "TimerProbe" : "timerprobe", "spool", hash[..16]));
    }

    public int Count() => List().Count;

    /// <summary>The paths of what waits, the oldest first.</summary>
    internal IReadOnlyList<string> List()
    {
        try
        {
            return !Directory.Exists(folder)
                ? []
                : [
                    .. Directory.EnumerateFileSystemEntries(folder)
                        .Where(path => NameOfRun().IsMatch(Path.GetFileName(path)))
                        .OrderBy(Path.GetFileName, StringComparer.Ordinal)
                ];
        }
        catch (Exception ex) when (ex is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    /// <summary>Writes a run down, whole or not at all.</summary>
    /// <exception cref="IOException">It cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be written.</exception>
    internal int Add(RunResult result)
    {
        if (!Path.IsPathFullyQualified(folder))
        {
            throw new FileRefusedException("this user has no folder for it");
        }

        MakeFolder();
        ReplacedFile.RemoveAbandoned(folder);
        var name = $"{result.Id:D}.{result.Kind}.json";
        using var file = new ReplacedFile(Path.Combine(folder, name), NewFileMode.Private);
        result.Write(file.Stream);
        if (file.Stream.Length > Math.Min(maxBytes, FileLimits.Document))
        {
            throw new FileRefusedException("it is larger than what may wait");
        }

        file.Commit(FileLimits.RetryFor);
        return DropOldest(but: name);
    }

    internal static bool Remove(string run)
    {
        try
        {
            var isThere = File.Exists(run);
            File.Delete(run);
            return isThere;
        }
        catch (Exception ex) when (ex is IOException or UnauthorizedAccessException)
        {
            // It is sent again, which does nothing.
            return false;
        }
    }

    internal void SetAside(string run)
    {
        try
        {
            var aside = run + ".aside";
            if (Directory.Exists(run))
            {
                Directory.Move(run, aside);
            }
            else
            {
                File.Move(run, aside, overwrite: true);
            }

            foreach (var old in Directory.EnumerateFiles(folder, "*.aside").Order(StringComparer.Ordinal).SkipLast(MaxAside))
            {
                File.Delete(old);
            }
        }
        catch (Exception ex) when (ex is IOException or UnauthorizedAccessException)
        {
            // It is reported again the next time.
        }
    }

    /// <summary>Keeps others from submitting until disposed, or this process ends; null when another process does.</summary>
    internal IDisposable? TryLock()
    {
        try
        {
            return new FileStream(
                Path.Combine(folder, ".lock"),
                NewFileMode.Options(FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None, NewFileMode.Personal));
        }
        catch (Exception ex) when (ex is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static string StateFolder(EnvironmentVariables variables)
    {
        if (OperatingSystem.IsWindows())
        {
            return Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData, Environment.SpecialFolderOption.DoNotVerify);
        }

        // The XDG Base Directory Specification: a relative path counts as none.
        return variables["XDG_STATE_HOME"] is { } state && Path.IsPathFullyQualified(state) ? state
            : Path.Combine(
                Environment.GetFolderPath(Environment.SpecialFolder.UserProfile, Environment.SpecialFolderOption.DoNotVerify),
                ".local",
                "state");
    }

    private void MakeFolder() =>
        _ = OperatingSystem.IsWindows() ? Directory.CreateDirectory(folder) : Directory.CreateDirectory(folder, FolderMode);

    // What is gone or no file has none.
    private static long GetLength(string run) => File.Exists(run) ? new FileInfo(run).Length : 0;

    private int DropOldest(string but)
    {
        var runs = List();
        var (files, bytes, dropped) = (runs.Count, runs.Sum(GetLength), 0);
        foreach (var run in runs.Where(run => Path.GetFileName(run) != but))
        {
            if (files <= maxFiles && bytes <= maxBytes)
            {
                break;
            }

            (files, bytes) = (files - 1, bytes - GetLength(run));
            dropped += Remove(run) ? 1 : 0;
        }

        return dropped;
    }

    [GeneratedRegex(@"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(check|sql|scan|watch)\.json$", RegexOptions.ExplicitCapture | RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex NameOfRun();
}
