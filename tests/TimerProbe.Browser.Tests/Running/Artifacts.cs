
namespace TimerProbe.Browser.Tests.Running;

/// <summary>Where the tests leave what a person may want to look at.</summary>
internal static class Artifacts
{
    /// <summary>A file below <c>artifacts</c>, its folder made.</summary>
    public static string Path(params string[] parts)
    {
        var path = Repository.Path(["artifacts", .. parts]);
        Directory.CreateDirectory(System.IO.Path.GetDirectoryName(path)!);
        return path;
    }
}
