namespace TimerProbe.EndToEnd.Running;

/// <summary>
/// A vmtoolsd that keeps variables in files, and says what open-vm-tools say: 0 and the answer, or 1 and the hypervisor's words on standard
/// error. What it was left can be shown by a simulated vCenter.
/// </summary>
internal sealed class HypervisorStandIn : IDisposable
{
    public const string Variable = "guestinfo.timerprobe.check";

    private const string Script = """
        #!/bin/sh
        unset LD_PRELOAD
        folder=$(dirname "$0")
        echo "$2" >> "$folder/log"
        [ "$1" = --cmd ] || exit 2
        if [ -e "$folder/refusal" ]; then cat "$folder/refusal" >&2; exit 1; fi
        command=$2
        name=${command#* }; value=${name#* }; name=${name%% *}
        case "$command" in
          "info-set "*) printf '%s' "$value" > "$folder/$name"; echo ;;
          "info-get "*) if [ -s "$folder/$name" ]; then cat "$folder/$name"; echo; else echo "No value found" >&2; exit 1; fi ;;
          *) echo "Unknown command" >&2; exit 1 ;;
        esac

        """;

    private readonly TemporaryFolder _folder = new();

    public HypervisorStandIn() => Program = _folder.WriteProgram("vmtoolsd", Script.ReplaceLineEndings("\n"));

    public string Program { get; }

    /// <summary>What the guest left; empty for nothing.</summary>
    public string Value => File.Exists(_folder[Variable]) ? File.ReadAllText(_folder[Variable]) : "";

    public int Writes => File.Exists(_folder["log"]) ? File.ReadLines(_folder["log"]).Count(line => line.StartsWith("info-set ", StringComparison.Ordinal)) : 0;

    public void Refuse(string words) => _folder.Write("refusal", words + "\n");

    public void Dispose() => _folder.Dispose();

    /// <summary>A file for a simulated vCenter: the values by the machines' names.</summary>
    public static string Shown(TemporaryFolder folder, IReadOnlyDictionary<string, string> values) =>
        folder.Write("published.json", JsonSerializer.Serialize(values));
}
