namespace TimerProbe.Browser.Tests;

/// <summary>The picture of a report that README.md shows; TIMERPROBE_UPDATE_GOLDEN=1 takes it again.</summary>
public sealed class ReadmePictureTests(Chromium chromium)
{
    private const int MaxBytes = 150_000;

    [Fact]
    public async Task It_is_shown_and_small()
    {
        var file = Repository.Path("docs", "report.png");
        if (Environment.GetEnvironmentVariable("TIMERPROBE_UPDATE_GOLDEN") == "1")
        {
            await using var open = await chromium.OpenAsync(ReportFile.Lab, new() { ViewportSize = new() { Width = 900, Height = 640 } });
            await open.Page.ScreenshotAsync(new() { Path = file });
        }

        Assert.InRange(new FileInfo(file).Length, 10_000, MaxBytes);
        Assert.Contains("](docs/report.png)", await File.ReadAllTextAsync(Repository.Path("README.md"), Cancel), StringComparison.Ordinal);
    }
}
