using TimerProbe.Guest.Services;

namespace TimerProbe.Guest.Tests.Services;

public sealed class ServiceAccountTests
{
    // The owner of Windows' own files, the same on every Windows.
    [Fact]
    public void Its_identifier_is_the_one_that_windows_gives_the_service()
    {
        var account = new ServiceAccount("TrustedInstaller");
        Assert.Equal((@"NT SERVICE\TrustedInstaller", "S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464"), (account.Name, account.Sid));
    }
}
