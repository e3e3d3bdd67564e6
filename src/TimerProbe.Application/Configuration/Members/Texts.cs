using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Net.Mail;
using System.Text.Json;

namespace TimerProbe.Application.Configuration.Members;

/// <summary>
/// A member that takes a text, not an empty one and in one line. What more the text has to be, attributes of their own say.
/// </summary>
[AttributeUsage(AttributeTargets.Property)]
internal class TextAttribute : Attribute
{
    public static readonly TextAttribute Any = new();

    /// <summary>The regular expression that editors check it by, as far as one can; null for none.</summary>
    [StringSyntax(StringSyntaxAttribute.Regex)]
    public virtual string? Pattern => null;

    /// <summary>
    /// What is wrong with a value; null for nothing. The value is not repeated: it may be a secret in the wrong place.
    /// </summary>
    public virtual string? Wrong(string name, JsonElement value) =>
        value.ValueKind != JsonValueKind.String ? $"{name} takes text in quotes"
        : value.GetString() is var text && string.IsNullOrWhiteSpace(text) ? $"{name} is empty: remove it or fill it in"
        : text.Any(char.IsControl) ? $"{name} holds a control character"
        : Wrong(name, text);

    protected virtual string? Wrong(string name, string text) => null;

    protected static string? Refused(string text, Func<string, object> parse)
    {
        try
        {
            _ = parse(text);
            return null;
        }
        catch (VSphereException ex)
        {
            return ex.Message;
        }
    }
}

internal sealed class ServerAttribute : TextAttribute
{
    // An address may hold a user and a password: it is not quoted.
    protected override string? Wrong(string name, string text) => Refused(text, VSphereServer.Parse);
}

internal sealed class ThumbprintAttribute : TextAttribute
{
    public override string Pattern => "^[ ]*([0-9A-Fa-f][ :-]*){64}$";

    protected override string? Wrong(string name, string text) => Refused(text, ServerTrust.Pinned);
}

internal sealed class RuleIdAttribute : TextAttribute
{
    private static readonly string[] Ids = [.. RuleCatalogue.Descriptions.Select(rule => rule.Id)];

    public override string Pattern => "^TP[1-4][0-9]{2}$";

    protected override string? Wrong(string name, string text) =>
        Ids.Contains(text) ? null
        : $"there is no such rule; {(NearestName.Of(text, Ids) is { } near ? $"did you mean \"{near}\"?" : "timerprobe rules lists them")}";
}

/// <summary>A text of one form; any other is reported as not of that form.</summary>
internal abstract class FormAttribute(string takes, Func<string, bool> isOne) : TextAttribute
{
    // A line break in a mail address would be a header of its own.
    public override string? Wrong(string name, JsonElement value) =>
        value.ValueKind == JsonValueKind.String && value.GetString() is { } text && !text.Any(char.IsControl) && isOne(text) ? null
        : Sentence(name);

    protected virtual string Sentence(string name) => $"{name} takes {takes}";
}

internal sealed class LastDayAttribute() : FormAttribute(
    "the last day on which it applies, such as \"2027-01-31\"",
    text => DateOnly.TryParseExact(text, "yyyy-MM-dd", CultureInfo.InvariantCulture, DateTimeStyles.None, out _))
{
    public override string Pattern => "^[0-9]{4}-[0-9]{2}-[0-9]{2}$";
}

internal sealed class WebAddressAttribute() : FormAttribute(
    "an address that begins with https:// or http://, without a user or password in it",
    text => Uri.TryCreate(text, UriKind.Absolute, out var url)
        && (url.Scheme == Uri.UriSchemeHttps || url.Scheme == Uri.UriSchemeHttp)
        && url.Host.Length > 0
        && url.UserInfo.Length == 0)
{
    public override string Pattern => "^[Hh][Tt][Tt][Pp][Ss]?://";
}

internal sealed class HostNameAttribute() : FormAttribute(
    "the name or address of a machine alone, such as \"mail.example.org\", without a port",
    text => Uri.CheckHostName(text) != UriHostNameType.Unknown);

internal sealed class ListenAddressAttribute() : FormAttribute(
    $"an address such as {ListenAddress.Examples}", text => ListenAddress.TryParse(text, out _))
{
    public override string Pattern => "^[Hh][Tt][Tt][Pp][Ss]?://";
}

internal sealed class NetworkAttribute() : FormAttribute(
    "an address such as \"10.0.0.5\", or a network such as \"10.0.0.0/24\"", text => ProxyNetwork.TryParse(text, out _));

internal sealed class MailboxAttribute() : FormAttribute("a mail address", text => MailAddress.TryCreate(text, out _))
{
    protected override string Sentence(string name) => "a mail address looks like \"name@example.org\"";
}

internal sealed class DurationAttribute() : FormAttribute(
    "a duration in quotes, such as \"30s\", \"10m\" or \"2h\", at most \"24h\"", text => DurationText.Parse(text) is not null)
{
    public override string Pattern => @"^[0-9]{1,9}(\.[0-9]{1,9})?(ms|s|m|h)$";
}

internal sealed class AgeAttribute() : FormAttribute(
    "an age in quotes, such as \"90d\" or \"52w\", at most ten years", text => AgeText.Parse(text) is not null)
{
    public override string Pattern => "^[0-9]{1,6}[hdw]$";
}

internal sealed class ScheduleAttribute : TextAttribute
{
    protected override string? Wrong(string name, string text) =>
        ScheduleText.TryParse(text, out _, out var wrong) ? null : $"{name} says no times: {wrong}";
}

/// <summary>
/// The path of a file or folder, relative to the folder of the configuration file, wherever the program was started.
/// </summary>
internal class FilePathAttribute : TextAttribute
{
    public virtual string Resolve(string text, string folder) => Path.GetFullPath(text, folder);
}

/// <summary>A section whose values can each be right and still not go together.</summary>
internal interface ISection
{
    /// <summary>
    /// What does not go together: a member of the section, or a value below one, such as <c>outputs[1].file</c>, empty for the
    /// section as a whole; and what is wrong and what to do.
    /// </summary>
    IEnumerable<(string Path, string Message)> Validate();
}

/// <summary>Members of a section that cannot be used together; one that is false does not count.</summary>
[AttributeUsage(AttributeTargets.Class, AllowMultiple = true)]
internal sealed class AtMostOneOfAttribute(params string[] names) : Attribute
{
    public IReadOnlyList<string> Names => names;
}

[AttributeUsage(AttributeTargets.Property)]
internal sealed class NotEmptyAttribute : Attribute;
