namespace TimerProbe.EndToEnd.Running;

/// <summary>A folder of its own for a test, until disposed.</summary>
internal class TemporaryFolder : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("timerprobe-test-");

    public string Path => _folder.FullName;

    public string this[string name] => System.IO.Path.Combine(Path, name);

    public IEnumerable<string> Files => _folder.EnumerateFiles("*", SearchOption.AllDirectories).Select(file => file.Name);

    public string Write(string name, string text)
    {
        File.WriteAllText(this[name], text);
        return this[name];
    }

    /// <summary>Writes a file with this mode where there are modes.</summary>
    public string Write(string name, string text, UnixFileMode mode) => SecretFile.Write(this[name], text, mode);

    public string WriteProgram(string name, string script)
    {
        ShellProgram.Write(this[name], script);
        return this[name];
    }

    public void Dispose() => _folder.Delete(recursive: true);
}
