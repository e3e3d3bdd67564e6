namespace TimerProbe.Files.Tests;

/// <summary>What Windows says of a file that another program holds open.</summary>
public sealed class LockedFileTests
{
    [Fact]
    public void It_is_tried_again_until_it_is_free()
    {
        var tries = 0;
        LockedFile.Try(() => _ = ++tries < 3 ? throw Held() : 0, TimeSpan.FromMinutes(1));
        Assert.Equal(3, tries);
    }

    [Fact]
    public void It_is_told_when_it_stays_held()
    {
        var tries = 0;
        var refused = Assert.Throws<FileRefusedException>(() => LockedFile.Try(
            () =>
            {
                tries++;
                throw Held();
            },
            TimeSpan.FromMilliseconds(100)));
        Assert.Equal("another program holds it open, or it may not be replaced", refused.Message);
        Assert.Equal(3, tries);
    }

    [Fact]
    public void What_is_wrong_otherwise_is_not_tried_again()
    {
        var tries = 0;
        Assert.Throws<DirectoryNotFoundException>(() => LockedFile.Try(
            () =>
            {
                tries++;
                throw new DirectoryNotFoundException();
            },
            TimeSpan.FromMinutes(1)));
        Assert.Equal(1, tries);
    }

    private static IOException Held() => new("The process cannot access the file because it is being used by another process.", unchecked((int)0x80070020));
}
