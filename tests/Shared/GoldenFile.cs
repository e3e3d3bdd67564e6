namespace TimerProbe.Tests.Shared;

/// <summary>A file of the repository that the program makes; TIMERPROBE_UPDATE_GOLDEN=1 writes it.</summary>
internal static class GoldenFile
{
    public static void AssertIs(string text, params string[] path)
    {
        var file = Repository.Path(path);
        if (Environment.GetEnvironmentVariable("TIMERPROBE_UPDATE_GOLDEN") == "1")
        {
            File.WriteAllText(file, text);
        }

        Assert.True(File.Exists(file), $"{file} is missing: run this test with TIMERPROBE_UPDATE_GOLDEN=1.");
        Assert.True(
            File.ReadAllText(file).ReplaceLineEndings("\n") == text,
            $"{file} is not what the program makes now: run this test with TIMERPROBE_UPDATE_GOLDEN=1 and read the difference.");
    }
}
