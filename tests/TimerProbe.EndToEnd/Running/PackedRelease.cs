[assembly: AssemblyFixture(typeof(PackedRelease))]

namespace TimerProbe.EndToEnd.Running;

/// <summary>What <c>.ci/release</c> makes of the published programs, packed for the first test that needs it.</summary>
public sealed class PackedRelease : IAsyncDisposable
{
    public const string Url = "https://downloads.example.org/timerprobe";
    public const string ProjectUrl = "https://timerprobe.example.org";

    private static readonly string[] Servers =
        [Repository.Path("artifacts", "publish", "server-linux-x64", "timerprobe-server"), Repository.Path("artifacts", "publish", "server-win-x64", "timerprobe-server.exe")];

    private readonly TemporaryFolder _folder = new();
    private readonly Lazy<Task> _packed;

    public PackedRelease() => _packed = new(() => Task.Run(PackAsync));

    public string Folder => _folder["release"];

    public async Task<string> FileAsync(string pattern)
    {
        Need();
        await _packed.Value;
        return Assert.Single(Directory.GetFiles(Folder, pattern, SearchOption.AllDirectories));
    }

    public static void Need()
    {
        Needs.SelfContained();
        Needs.PublishedForWindows();
        Requirement.Met(Servers.All(File.Exists), "the server's single files are not published: run tests/run all");
        foreach (var tool in new[] { "wixl", "msibuild", "zip", "dpkg-deb" })
        {
            Needs.Program(tool);
        }
    }

    public ValueTask DisposeAsync()
    {
        _folder.Dispose();
        return ValueTask.CompletedTask;
    }

    private async Task PackAsync()
    {
        var release = new ProgramRun("bash", [Repository.Path(".ci", "release"), "--published", Folder]).WithEnvironment("TIMERPROBE_RELEASE_URL", Url).WithEnvironment("TIMERPROBE_PROJECT_URL", ProjectUrl);
        await release.SucceedsAsync();
    }
}
