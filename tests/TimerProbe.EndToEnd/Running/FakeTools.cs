namespace TimerProbe.EndToEnd.Running;

/// <summary>A vmware-toolbox-cmd in a folder, which tells the session that a file beside it holds.</summary>
internal static class FakeTools
{
    private const string Script = """
        #!/bin/sh
        folder=$(dirname "$0")
        case "$*" in
          "stat speed") echo "2593 MHz" ;;
          "stat sessionid") cat "$folder/session" ;;
          "stat cpulimit") echo "4294967295 MHz" ;;
          "-v") echo "12.3.0.44994 (build-22234872)"; echo asked > "$folder/asked" ;;
          *) exit 64 ;;
        esac

        """;

    /// <summary>The program with these Tools first in its PATH.</summary>
    public static ProgramRun WithTools(this ProgramRun program, TemporaryFolder folder, string session)
    {
        folder.WriteProgram("vmware-toolbox-cmd", Script.ReplaceLineEndings("\n"));
        folder.Write("session", session);
        return program.WithEnvironment("PATH", folder.Path + ":" + Environment.GetEnvironmentVariable("PATH"));
    }
}
