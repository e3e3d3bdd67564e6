namespace TimerProbe.EndToEnd.Running;

/// <summary>Runs a program where ICU is, or where it seems not to be installed.</summary>
internal static class HiddenIcu
{
    private const string Hide =
        "for file in $(ldconfig -p | sed -n 's/.*libicu.* => //p' | xargs -r readlink -f | sort -u); do mount --bind /dev/null \"$file\"; done; exec \"$@\"";

    /// <summary>The same program in a mount namespace where each file of ICU is empty.</summary>
    public static ProgramRun WithoutIcu(this ProgramRun program)
    {
        Needs.Root("hiding files from one process");
        return program.Under("unshare", "--mount", "sh", "-c", Hide, "sh");
    }

    /// <summary>Whether the dynamic linker opened ICU for the program.</summary>
    public static async Task<bool> LoadsIcuAsync(this ProgramRun program)
    {
        using var folder = new TemporaryFolder();
        await program.WithEnvironment("LD_DEBUG", "files").WithEnvironment("LD_DEBUG_OUTPUT", folder["linker"]).RunAsync();
        var logs = await Task.WhenAll(Directory.GetFiles(folder.Path).Select(file => File.ReadAllTextAsync(file, Cancel)));
        Assert.Contains(logs, log => log.Contains("libc.so", StringComparison.Ordinal));
        return logs.Any(log => log.Contains("libicu", StringComparison.Ordinal));
    }
}
