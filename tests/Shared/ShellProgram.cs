namespace TimerProbe.Tests.Shared;

/// <summary>
/// A shell script that can be started at once. Another process writes it: a process that another thread starts would have the file open for
/// writing until it is itself, and what somebody has open for writing Linux does not start (ETXTBSY).
/// </summary>
internal static class ShellProgram
{
    public static void Write(string path, string script)
    {
        var start = new ProcessStartInfo("/bin/sh", ["-c", "cat > \"$0\" && chmod 700 \"$0\"", path]) { RedirectStandardInput = true, UseShellExecute = false };
        using var writer = Process.Start(start)!;
        writer.StandardInput.Write(script);
        writer.StandardInput.Close();
        writer.WaitForExit();
        Assert.Equal(0, writer.ExitCode);
    }
}
