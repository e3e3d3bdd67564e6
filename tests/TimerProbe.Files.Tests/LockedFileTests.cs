namespace TimerProbe.Files.Tests;

/// <summary>What Windows says of a file that another program holds open.</summary>
public sealed class LockedFileTests
{
    [Fact]
    public void It_is_tried_again_until_it_is_free()
    {
        var tries = 0;
        ReplacedFile.WaitUntilFree(() => _ = ++tries < 3 ? throw Held() : 0, TimeSpan.FromMinutes(1));
        Assert.Equal(3, tries);
    }

    [Fact]
    public void One_that_stays_held_is_told_and_what_is_wrong_otherwise_is_not_tried_again()
    {
        var tries = 0;
        Assert.Equal("another program holds it open, or it may not be replaced",
            Assert.Throws<FileRefusedException>(() => ReplacedFile.WaitUntilFree(() => throw Counted(Held()), TimeSpan.FromMilliseconds(100))).Message);
        Assert.Equal(3, tries);
        Assert.Throws<DirectoryNotFoundException>(() => ReplacedFile.WaitUntilFree(() => throw Counted(new DirectoryNotFoundException()), TimeSpan.FromMinutes(1)));
        Assert.Equal(4, tries);

        Exception Counted(Exception error)
        {
            tries++;
            return error;
        }
    }

    private static IOException Held() => new("The process cannot access the file because it is being used by another process.", unchecked((int)0x80070020));
}
