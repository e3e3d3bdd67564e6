using System.Text.RegularExpressions;
using TimerProbe.Application.Configuration.Members;

namespace TimerProbe.Application.Saving;

/// <summary>A member that names a store: the path of a file, or a server without a password.</summary>
internal sealed partial class StoreTargetAttribute : FilePathAttribute
{
    public static bool IsShared(string target) =>
        target.StartsWith("postgres:", StringComparison.OrdinalIgnoreCase)
            || target.StartsWith("postgresql:", StringComparison.OrdinalIgnoreCase);

    public override string Resolve(string text, string folder) => IsShared(text) ? text : base.Resolve(text, folder);

    protected override string? Wrong(string name, string text) => !IsShared(text) || !HasPassword().IsMatch(text) ? null
        : $"a password does not belong in this file: remove it from {name} and name where it is kept, with passwordFile, passwordEnvironment or windowsCredential";

    /// <summary>password=... of a connection string, or user:password@ of an address.</summary>
    [GeneratedRegex(@"\b(password|pwd|passwd)\s*=|//[^/@\s]*:[^/@\s]*@", RegexOptions.ExplicitCapture | RegexOptions.IgnoreCase, matchTimeoutMilliseconds: 1000)]
    private static partial Regex HasPassword();
}
