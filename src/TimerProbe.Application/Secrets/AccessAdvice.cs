namespace TimerProbe.Application.Secrets;

/// <summary>Whom a secret's file may be read by on Windows, and the command that makes it so.</summary>
internal static class AccessAdvice
{
    private const string System = "S-1-5-18";
    private const string Administrators = "S-1-5-32-544";
    private const string OwnerRights = "S-1-3-4";

    /// <summary>Who may read a file and is neither the user of this process, nor the system, nor an administrator.</summary>
    /// <param name="file">The file's owner and readers.</param>
    /// <param name="user">The user of this process.</param>
    public static IReadOnlyList<string> Strangers(FileSecurityFacts file, string user)
    {
        string[] trusted = [user, System, Administrators];

        // OWNER RIGHTS stands for whoever owns the file.
        return [.. file.Readers.Select(reader => reader == OwnerRights ? file.Owner ?? reader : reader).Where(reader => !trusted.Contains(reader, StringComparer.Ordinal)).Distinct(StringComparer.Ordinal)];
    }

    /// <summary>The arguments of icacls that leave the file to the user alone: what is inherited goes, and so do the strangers.</summary>
    public static string Arguments(string path, string user, IEnumerable<string> strangers) =>
        $"\"{path}\" /inheritance:r /remove:g {string.Join(' ', strangers.Select(sid => $"*{sid}"))} /grant:r *{user}:R";
}
