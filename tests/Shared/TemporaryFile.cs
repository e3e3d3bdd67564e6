namespace TimerProbe.Tests.Shared;

/// <summary>A file in a folder of its own, until disposed.</summary>
internal sealed class TemporaryFile : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("timerprobe-test-");

    public TemporaryFile(string name, string text)
    {
        Path = System.IO.Path.Combine(_folder.FullName, name);
        File.WriteAllText(Path, text);
    }

    public string Path { get; }

    public string Folder => _folder.FullName;

    public void Dispose() => _folder.Delete(recursive: true);
}
