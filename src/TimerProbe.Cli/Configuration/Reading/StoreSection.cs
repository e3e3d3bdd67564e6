using System.Text.RegularExpressions;
using TimerProbe.Application.Keeping;

namespace TimerProbe.Cli.Configuration.Reading;

/// <summary>Reads where runs are kept.</summary>
internal static partial class StoreSection
{
    private const string Shared = "postgres:";

    public static StoreSettings Read(SectionReader section)
    {
        var target = section.RequiredText("target");
        var isShared = target.StartsWith(Shared, StringComparison.OrdinalIgnoreCase);
        if (isShared && HasPassword().IsMatch(target))
        {
            section.Complain(section.Member("target")!.Value.Place, "no password stands in this file: take it out of target and name where it is kept, with passwordFile, passwordEnvironment or windowsCredential");
        }

        var password = SecretSection.Password(section);
        if (!isShared && password is not null)
        {
            section.Complain(section.Place, "a store in a file has no password");
        }

        var store = new StoreSettings(isShared || target.Length == 0 ? target : section.Context.Resolve(target), password, section.OptionalFlag("save"));
        section.Finish();
        return store;
    }

    /// <summary>password=... of a connection string, or user:password@ of an address.</summary>
    [GeneratedRegex(@"\b(password|pwd|passwd)\s*=|//[^/@\s]*:[^/@\s]*@", RegexOptions.ExplicitCapture | RegexOptions.IgnoreCase, matchTimeoutMilliseconds: 1000)]
    private static partial Regex HasPassword();
}
