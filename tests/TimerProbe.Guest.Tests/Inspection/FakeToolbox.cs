namespace TimerProbe.Guest.Tests.Inspection;

internal sealed class FakeToolbox : IDisposable
{
    public const string Answering = """
        case "$*" in
          "stat speed") echo "2593 MHz" ;;
          "stat sessionid") echo "0x66bf7a1c03d0a2e1" ;;
          "stat cpulimit") echo "4294967295 MHz" ;;
          "-v") echo "12.3.0.44994 (build-22234872)" ;;
          *) exit 64 ;;
        esac
        """;

    public FakeToolbox(string script)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "the command of these tests is a shell script, as Linux starts it");
        Folder = Directory.CreateTempSubdirectory("timerprobe-toolbox-").FullName;
        Program = Path.Combine(Folder, "vmware-toolbox-cmd");
        ShellProgram.Write(Program, "#!/bin/sh\n" + script + "\n");
    }

    public string Folder { get; }

    public string Program { get; }

    public void Dispose() => Directory.Delete(Folder, recursive: true);
}
