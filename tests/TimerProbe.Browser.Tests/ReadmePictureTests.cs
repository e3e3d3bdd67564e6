using System.Buffers.Binary;

namespace TimerProbe.Browser.Tests;

/// <summary>The picture of a report that README.md shows; TIMERPROBE_UPDATE_GOLDEN=1 takes it again.</summary>
public sealed class ReadmePictureTests(Chromium chromium)
{
    private const int MaxBytes = 150_000;
    private const int Width = 900;
    private const int Height = 640;

    [Fact]
    public async Task It_shows_the_first_screen_and_is_small()
    {
        var file = Repository.Path("docs", "report.png");
        await using var open = await chromium.OpenAsync(ReportFile.Lab, new() { ViewportSize = new() { Width = Width, Height = Height } });
        var taken = await open.Page.ScreenshotAsync();
        if (Environment.GetEnvironmentVariable("TIMERPROBE_UPDATE_GOLDEN") == "1")
        {
            await File.WriteAllBytesAsync(file, taken, Cancel);
        }

        var shown = await File.ReadAllBytesAsync(file, Cancel);
        Assert.Equal((Width, Height), Size(shown));
        Assert.Equal(Size(taken), Size(shown));
        Assert.InRange(shown.Length, 10_000, MaxBytes);
        Assert.Contains("](docs/report.png)", await File.ReadAllTextAsync(Repository.Path("README.md"), Cancel), StringComparison.Ordinal);
    }

    private static (int Width, int Height) Size(ReadOnlySpan<byte> png) =>
        (BinaryPrimitives.ReadInt32BigEndian(png[16..]), BinaryPrimitives.ReadInt32BigEndian(png[20..]));
}
