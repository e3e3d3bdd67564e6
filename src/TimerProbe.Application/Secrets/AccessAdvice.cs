namespace TimerProbe.Application.Secrets;

/// <summary>Who runs this process.</summary>
/// <param name="Sid">The security identifier.</param>
/// <param name="IsAdministrator">Whether it has an administrator's rights: then it may look at a file that is for another account, which a task or a service runs as.</param>
/// <param name="Runs">The accounts that a task or a service of this machine runs a program of TimerProbe as.</param>
internal sealed record FileUser(string Sid, bool IsAdministrator, IReadOnlyList<string> Runs);

/// <summary>Whom a secret's file may be read by on Windows, and the command that makes it so.</summary>
internal static class AccessAdvice
{
    private const string System = "S-1-5-18";
    private const string LocalService = "S-1-5-19";
    private const string NetworkService = "S-1-5-20";
    private const string Services = "S-1-5-80-";
    private const string AllServices = "S-1-5-80-0";
    private const string Accounts = "S-1-5-21-";
    private const string Administrators = "S-1-5-32-544";
    private const string OwnerRights = "S-1-3-4";

    /// <summary>Who may read a file and is neither the user of this process, nor the system, nor an administrator, nor, where an administrator asks, an account that a scan may run as.</summary>
    /// <param name="file">The file's owner and readers.</param>
    /// <param name="user">The user of this process.</param>
    public static IReadOnlyList<string> Strangers(FileSecurityFacts file, FileUser user) => [.. Readers(file).Where(reader => !IsTrusted(reader, user))];

    /// <summary>Whether somebody is the account of a service of Windows, which nobody logs on as.</summary>
    public static bool IsServiceAccount(string sid) => sid is LocalService or NetworkService || (sid.StartsWith(Services, StringComparison.Ordinal) && sid != AllServices);

    /// <summary>The arguments of icacls that leave the file to whom it is for: what is inherited goes, and so do the strangers; who may read it rightly, still may.</summary>
    public static string Arguments(string path, FileSecurityFacts file, FileUser user, IEnumerable<string> strangers)
    {
        var rightly = Readers(file).Where(reader => IsTrusted(reader, user)).Append(user.Sid).Distinct(StringComparer.Ordinal);
        return $"\"{path}\" /inheritance:r /remove:g {string.Join(' ', strangers.Select(sid => $"*{sid}"))} /grant:r {string.Join(' ', rightly.Select(sid => $"*{sid}:{(sid is System or Administrators ? 'F' : 'R')}"))}";
    }

    /// <summary>What to do about strangers; an administrator is told how an account of the machine or the domain becomes none.</summary>
    public static string HowToClose(string path, FileSecurityFacts file, FileUser user, IReadOnlyList<string> strangers)
    {
        var run = $"run icacls {Arguments(path, file, user, strangers)}";
        return user.IsAdministrator && strangers.Any(sid => sid.StartsWith(Accounts, StringComparison.Ordinal))
            ? $"if a task or service is to run as one of them, register it first and run this again; else {run}"
            : run;
    }

    private static bool IsTrusted(string reader, FileUser user) =>
        reader == user.Sid || reader is System or Administrators || (user.IsAdministrator && (IsServiceAccount(reader) || user.Runs.Contains(reader, StringComparer.Ordinal)));

    /// <summary>OWNER RIGHTS stands for whoever owns the file.</summary>
    private static IEnumerable<string> Readers(FileSecurityFacts file) =>
        file.Readers.Select(reader => reader == OwnerRights ? file.Owner ?? reader : reader).Distinct(StringComparer.Ordinal);
}
