namespace TimerProbe.Fuzz.Configuration;

/// <summary>What a configuration may name in the folder of its case: what belongs there, and what does not.</summary>
internal static class ConfiguredPlaces
{
    public const string Store = "store.db";
    public const string Reports = "out";

    /// <summary>Names of what is there, of what is not, and of what is no file. None is a file of somebody else.</summary>
    public static readonly string[] All =
    [
        "pw", "open", "ca.pem", "empty", "long", "noise", "pipe", "folder", "circle", "nowhere", "nowhere/deep", "results", Store, Reports, "out/report", ".", "timerprobe.json",
        "/dev/null", "/dev/zero", "/dev/full", "/dev/stdout", "/proc/self/mem", "/proc/self/environ", "x\u0001", "\u001B[31m", "\uD800", "a/../pw", "~", "$HOME", new('x', 300), new('x', 5000),
    ];

    public static void Make(FuzzCase fuzz)
    {
        Write("pw", CaseJudge.Password, SecretFile.Owner);
        Write("open", CaseJudge.Password, SecretFile.Owner | UnixFileMode.OtherRead);
        Write("ca.pem", StubCertificates.RootPem, SecretFile.Owner);
        Write("empty", "", SecretFile.Owner);
        Write("long", new string('x', 5_000_000), SecretFile.Owner);
        Write("noise", string.Concat(Enumerable.Repeat("\u0000\uFFFD\u001B", 1000)), SecretFile.Owner);
        Write("notify", "#!/bin/sh\ncat > /dev/null\n", SecretFile.Owner | UnixFileMode.UserExecute);
        foreach (var folder in (string[])[Reports, "folder", "results"])
        {
            Directory.CreateDirectory(fuzz.Path(folder));
        }

        File.WriteAllText(fuzz.Path("results/check.json"), SampleTexts.Check);
        File.CreateSymbolicLink(fuzz.Path("circle"), "circle");
        if (!OperatingSystem.IsWindows())
        {
            using var mkfifo = Process.Start("mkfifo", fuzz.Path("pipe"));
            mkfifo.WaitForExit();
        }

        void Write(string name, string text, UnixFileMode mode) => SecretFile.Write(fuzz.Path(name), text, mode);
    }
}
