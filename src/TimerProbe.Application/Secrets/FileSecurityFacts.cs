namespace TimerProbe.Application.Secrets;

/// <summary>Who owns a file of Windows, and who may read it, by security identifiers.</summary>
/// <param name="Owner">Null when there is none.</param>
internal sealed record FileSecurityFacts(string? Owner, IReadOnlyList<string> Readers)
{
    private const string System = "S-1-5-18";
    private const string LocalService = "S-1-5-19";
    private const string NetworkService = "S-1-5-20";
    private const string Services = "S-1-5-80-";
    private const string AllServices = "S-1-5-80-0";
    private const string Accounts = "S-1-5-21-";
    private const string Administrators = "S-1-5-32-544";
    private const string OwnerRights = "S-1-3-4";

    // Below are accounts and groups that every domain has, such as Domain Users.
    private const int MinOwnAccount = 1_000;

    /// <param name="isAdministrator">Then the user may look at a file that is for another account, which a task or a service runs as.</param>
    public IReadOnlyList<string> UnauthorizedReaders(string user, bool isAdministrator) =>
        [.. EffectiveReaders().Where(reader => !IsTrusted(reader, user, isAdministrator))];

    public string FixCommand(string path, string user, bool isAdministrator)
    {
        var unauthorized = UnauthorizedReaders(user, isAdministrator);
        var removed = string.Join(' ', unauthorized.Select(sid => $"*{sid}"));
        var granted = string.Join(' ', EffectiveReaders().Except(unauthorized).Append(user).Distinct()
            .Select(sid => $"*{sid}:{(sid is System or Administrators ? 'F' : 'R')}"));
        return $"icacls \"{path}\" /inheritance:r /remove:g {removed} /grant:r {granted}";
    }

    private static bool IsTrusted(string reader, string user, bool isAdministrator) =>
        reader == user
            || reader is System or Administrators
            || (isAdministrator && (IsServiceAccount(reader) || IsOwnAccount(reader)));

    private static bool IsServiceAccount(string sid) =>
        sid is LocalService or NetworkService || (sid.StartsWith(Services, StringComparison.Ordinal) && sid != AllServices);

    private static bool IsOwnAccount(string sid) => sid.StartsWith(Accounts, StringComparison.Ordinal)
        && uint.TryParse(sid.AsSpan(sid.LastIndexOf('-') + 1), out var number) && number >= MinOwnAccount;

    private IEnumerable<string> EffectiveReaders() => Readers.Select(reader => reader == OwnerRights ? Owner ?? reader : reader).Distinct();
}
