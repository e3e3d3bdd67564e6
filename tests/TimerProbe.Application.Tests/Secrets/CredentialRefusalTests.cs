using System.Runtime.Versioning;

namespace TimerProbe.Application.Tests.Secrets;

/// <summary>What is said where Windows Credential Manager gives nothing.</summary>
[SupportedOSPlatform("windows")]
public sealed class CredentialRefusalTests
{
    [Fact]
    public void Only_what_is_not_there_is_no_credential()
    {
        Assert.Null(WindowsCredentialManager.Refusal(1168));
        Assert.All([1312, 1004, 5], error => Assert.EndsWith("use a password file", WindowsCredentialManager.Refusal(error), StringComparison.Ordinal));
        Assert.Contains("a network logon", WindowsCredentialManager.Refusal(1312), StringComparison.Ordinal);
    }
}
