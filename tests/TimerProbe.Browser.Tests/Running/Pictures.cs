namespace TimerProbe.Browser.Tests.Running;

/// <summary>Pictures for people, below <c>artifacts</c>: with TIMERPROBE_PICTURES=1, since drawing a long page takes longer than testing it.</summary>
internal static class Pictures
{
    private static readonly bool Wanted = Environment.GetEnvironmentVariable("TIMERPROBE_PICTURES") == "1";

    public static async Task TakeAsync(IPage page, string folder, string name, bool whole = false)
    {
        if (Wanted)
        {
            await page.ScreenshotAsync(new() { Path = Artifacts.Path(folder, name + ".png"), FullPage = whole });
        }
    }

    public static async Task TakeAsync(ILocator part, string folder, string name)
    {
        if (Wanted)
        {
            await part.ScreenshotAsync(new() { Path = Artifacts.Path(folder, name + ".png") });
        }
    }
}
