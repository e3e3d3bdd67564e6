namespace TimerProbe.EndToEnd.Running;

/// <summary>Files that somebody could put where a document is expected.</summary>
internal static class HostileFile
{
    /// <summary>Makes one: a pipe, a link to a device, a link to the memory of who reads it, 10 GB of nothing, a folder.</summary>
    public static async Task<string> MakeAsync(TemporaryFolder folder, string name, string ending = "")
    {
        var path = folder[name + ending];
        switch (name)
        {
            case "pipe":
                Assert.Equal(0, (await new ProgramRun("mkfifo", [path]).RunAsync()).ExitCode);
                break;
            case "zero":
                File.CreateSymbolicLink(path, "/dev/zero");
                break;
            case "memory":
                File.CreateSymbolicLink(path, "/proc/self/mem");
                break;
            case "sparse":
                folder.Write(name + ending, "", UnixFileMode.UserRead | UnixFileMode.UserWrite);
                await using (var sparse = File.OpenWrite(path))
                {
                    sparse.SetLength(10L << 30);
                }

                break;
            default:
                Directory.CreateDirectory(path);
                break;
        }

        return path;
    }
}
