using System.Net.Mail;

namespace TimerProbe.Application.Configuration.Members;

/// <summary>A member that takes a text, not an empty one and in one line, of a form.</summary>
[AttributeUsage(AttributeTargets.Property)]
internal sealed partial class TextAttribute(TextForm form) : Attribute
{
    private static readonly string[] RuleIds = [.. RuleCatalogue.Descriptions.Select(rule => rule.Id)];

    public TextForm Form => form;

    /// <summary>The regular expression that editors check it by, as far as one can; null for none.</summary>
    public string? Pattern => form switch
    {
        TextForm.Age => "^[0-9]{1,6}[hdw]$",
        TextForm.Duration => @"^[0-9]{1,9}(\.[0-9]{1,9})?(ms|s|m|h)$",
        TextForm.LastDay => "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
        TextForm.ListenAddress or TextForm.WebAddress => "^[Hh][Tt][Tt][Pp][Ss]?://",
        TextForm.RuleId => "^TP[1-4][0-9]{2}$",
        TextForm.Thumbprint => "^[ ]*([0-9A-Fa-f][ :-]*){64}$",
        TextForm.Variable => VariableName().ToString(),
        _ => null,
    };

    public string Takes => form switch
    {
        TextForm.Age => "takes an age in quotes, such as \"90d\" or \"52w\", at most ten years",
        TextForm.Duration => "takes a duration in quotes, such as \"30s\", \"10m\" or \"2h\", at most \"24h\"",
        TextForm.HostName => "takes the name or address of a machine alone, such as \"mail.example.org\", without a port",
        TextForm.LastDay => "takes the last day on which it applies, such as \"2027-01-31\"",
        TextForm.ListenAddress => $"takes an address such as {ListenAddress.Examples}",
        TextForm.Mailbox => "takes a mail address, such as \"name@example.org\"",
        TextForm.Network => "takes an address such as \"10.0.0.5\", or a network such as \"10.0.0.0/24\"",
        TextForm.Variable => "takes the name of an environment variable, of letters, digits and _; never the secret itself",
        TextForm.WebAddress => "takes an address that begins with https:// or http://, without a user or password in it",
        _ => "takes text in quotes",
    };

    /// <summary>
    /// What is wrong with a text; null for nothing. The text is not repeated: it may be a secret in the wrong place, and an address
    /// may hold a user and a password.
    /// </summary>
    public string? Validate(string text) => string.IsNullOrWhiteSpace(text) ? "is empty: remove it or fill it in"
        : text.Any(char.IsControl) ? "holds a control character"
        : form switch
        {
            TextForm.RuleId => RuleIds.Contains(text) ? null
                : $"there is no such rule; {(NearestName.Of(text, RuleIds) is { } near ? $"did you mean \"{near}\"?" : "timerprobe rules lists them")}",
            TextForm.Schedule => ScheduleText.TryParse(text, out _, out var wrong) ? null : $"says no times: {wrong}",
            TextForm.Server => GetRefusal(() => VSphere.VSphereServer.Parse(text)),
            TextForm.StoreTarget => HasPassword().IsMatch(text)
                ? "a password does not belong in this file: remove it and name where it is kept, with passwordFile, passwordEnvironment or windowsCredential"
                : IsPostgresAddress().IsMatch(text) ? "takes a connection string for a database: Host=...;Database=...;Username=..."
                : null,
            TextForm.Thumbprint => GetRefusal(() => ServerTrust.Pinned(text)),
            _ => HasForm(text) ? null : Takes,
        };

    private bool HasForm(string text) => form switch
    {
        TextForm.Age => DurationText.ParseAge(text) is not null,
        TextForm.Duration => DurationText.Parse(text) is not null,
        TextForm.HostName => Uri.CheckHostName(text) != UriHostNameType.Unknown,
        TextForm.LastDay => DateOnly.TryParseExact(text, "yyyy-MM-dd", CultureInfo.InvariantCulture, DateTimeStyles.None, out _),
        TextForm.ListenAddress => ListenAddress.TryParse(text, out _),
        TextForm.Mailbox => MailAddress.TryCreate(text, out _),
        TextForm.Network => ListenAddress.TryParseNetwork(text, out _),
        TextForm.Variable => VariableName().IsMatch(text),
        TextForm.WebAddress => Uri.TryCreate(text, UriKind.Absolute, out var url)
            && (url.Scheme == Uri.UriSchemeHttps || url.Scheme == Uri.UriSchemeHttp)
            && url.Host.Length > 0
            && url.UserInfo.Length == 0,
        _ => true,
    };

    private static string? GetRefusal(Func<object> parse)
    {
        try
        {
            _ = parse();
            return null;
        }
        catch (VSphereException ex)
        {
            return ex.Message;
        }
    }

    [GeneratedRegex("^[A-Za-z_][A-Za-z0-9_]*$", RegexOptions.ExplicitCapture | RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex VariableName();

    [GeneratedRegex(@"\b(password|pwd|passwd)\s*=|//[^/@\s]*:[^/@\s]*@", RegexOptions.ExplicitCapture | RegexOptions.IgnoreCase, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex HasPassword();

    [GeneratedRegex("^postgres(ql)?:", RegexOptions.ExplicitCapture | RegexOptions.IgnoreCase, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex IsPostgresAddress();
}
