namespace TimerProbe.Browser.Tests.Running;

/// <summary>Where the tests leave what a person may want to look at.</summary>
internal static class Artifacts
{
    /// <summary>A file below <c>artifacts</c>, its folder made.</summary>
    public static string Path(params string[] parts)
    {
        var path = System.IO.Path.Combine([Root(), "artifacts", .. parts]);
        Directory.CreateDirectory(System.IO.Path.GetDirectoryName(path)!);
        return path;
    }

    private static string Root()
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(System.IO.Path.Combine(folder.FullName, "TimerProbe.sln")))
        {
            folder = folder.Parent;
        }

        return folder?.FullName ?? throw new InvalidOperationException("The tests run outside the repository.");
    }
}
