namespace TimerProbe.Tests.Shared;

/// <summary>A vmtoolsd or rpctool in a folder of its own that keeps variables in files, and says what open-vm-tools say: 0 and the answer, or 1 and the words on standard error.</summary>
internal sealed class FakeHypervisor : IDisposable
{
    public const string Variable = "guestinfo.timerprobe.check";

    private const string Script = """
        #!/bin/sh
        unset LD_PRELOAD
        folder=$(dirname "$0")
        echo "$#" > "$folder/arguments"
        case "$(basename "$0")" in vmtoolsd*) [ "$1" = --cmd ] || exit 2; shift ;; esac
        printf '%s\n' "$1" >> "$folder/log"
        if [ -e "$folder/refusal" ]; then cat "$folder/refusal" >&2; exit 1; fi
        command=$1
        name=${command#* }; value=${name#* }; name=${name%% *}
        case "$command" in
          "info-set "*) printf '%s' "$value" > "$folder/$name"; echo ;;
          "info-get "*) if [ -s "$folder/$name" ]; then cat "$folder/$name"; echo; else echo "No value found" >&2; exit 1; fi ;;
          *) echo "Unknown command" >&2; exit 1 ;;
        esac

        """;

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("timerprobe-hypervisor-");

    public FakeHypervisor(string name = "vmtoolsd", string? script = null)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "the program of these tests is a shell script, as Linux starts it");
        Program = Path.Combine(_folder.FullName, name);
        ShellProgram.Write(Program, script ?? Script.ReplaceLineEndings("\n"));
    }

    public string Program { get; }

    /// <summary>What it says instead of doing anything.</summary>
    public string Refusal
    {
        init => File.WriteAllText(Path.Combine(_folder.FullName, "refusal"), value + "\n");
    }

    /// <summary>What the guest left.</summary>
    public string Value => Told(Variable);

    public int Writes => Told("log").Split('\n').Count(line => line.StartsWith("info-set ", StringComparison.Ordinal));

    public string Told(string file) => File.ReadAllText(Path.Combine(_folder.FullName, file)).Trim();

    public void Dispose() => _folder.Delete(recursive: true);
}
