namespace TimerProbe.Files;

/// <summary>Where paths lead, so that two that name one file are known however they are written.</summary>
public static class ResolvedPath
{
    private const int MaxLinks = 40;

    private static StringComparison Case => OperatingSystem.IsWindows() ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal;

    public static bool IsSame(string one, string other) => string.Equals(Of(one), Of(other), Case);

    public static bool IsBelow(string path, string folder) =>
        Of(path).StartsWith(Path.TrimEndingDirectorySeparator(Of(folder)) + Path.DirectorySeparatorChar, Case);

    private static string Of(string path)
    {
        try
        {
            return Followed(Path.GetFullPath(path), MaxLinks);
        }
        catch (Exception ex) when (ex is IOException or UnauthorizedAccessException or ArgumentException)
        {
            // What cannot be looked at is refused where it is opened.
            return path;
        }
    }

    private static string Followed(string whole, int links)
    {
        var resolved = Path.GetPathRoot(whole)!;
        foreach (var part in whole[resolved.Length..].Split(Path.DirectorySeparatorChar, StringSplitOptions.RemoveEmptyEntries))
        {
            resolved = Path.Combine(resolved, part);
            if (links > 0 && new FileInfo(resolved).LinkTarget is { } target)
            {
                resolved = Followed(Path.GetFullPath(target, Path.GetDirectoryName(resolved)!), --links);
            }
        }

        return resolved;
    }
}
