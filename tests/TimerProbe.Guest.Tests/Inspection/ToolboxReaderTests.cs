using Microsoft.Extensions.Time.Testing;

namespace TimerProbe.Guest.Tests.Inspection;

public class ToolboxReaderTests
{
    private static readonly TimeSpan Patient = TimeSpan.FromSeconds(20);

    [Fact]
    public void The_command_is_found_in_a_folder_of_the_path()
    {
        using var toolbox = new FakeToolbox(FakeToolbox.Answering);
        Assert.Equal(toolbox.Program, ToolboxReader.Find($"/nowhere:{toolbox.Folder}:.", installFolder: null));
        Assert.Null(ToolboxReader.Find("/nowhere:relative", installFolder: null));
        Assert.Null(ToolboxReader.Find(path: null, installFolder: null));
    }

    [Fact]
    public void Tools_that_hang_are_killed_with_their_children_and_asked_no_more()
    {
        using var toolbox = new FakeToolbox("""
            echo "$$" >> "$(dirname "$0")/asked"
            sleep 60 & echo "$!" > "$(dirname "$0")/child"
            wait
            """);
        var facts = AskUntil(toolbox, "child");
        Assert.Equal("vmware-toolbox-cmd: no answer within 2 s", facts.HostHz.Why);
        Assert.Equal(facts.HostHz.Why, facts.Tools.Why);
        Assert.Single(File.ReadLines(Path.Combine(toolbox.Folder, "asked")));
        Assert.True(IsGone(File.ReadAllText(Path.Combine(toolbox.Folder, "child"))));
    }

    [Fact]
    public void All_questions_share_one_deadline_and_what_was_answered_by_then_counts()
    {
        using var toolbox = new FakeToolbox("""
            case "$*" in
              "stat speed") echo "2593 MHz" ;;
              "stat sessionid") echo "$$" > "$0.second"; until [ -e "$0.second.passed" ]; do sleep 0.01; done; echo "0x66bf7a1c03d0a2e1" ;;
              *) echo "$$" > "$0.third"; sleep 60; echo "4000 MHz" ;;
            esac
            """);
        var facts = AskUntil(toolbox, "vmware-toolbox-cmd.second", "vmware-toolbox-cmd.third");
        Assert.Equal(new Frequency(2_593_000_000), facts.HostHz.Value);
        Assert.Equal("vmware-toolbox-cmd: no answer within 2 s", facts.LimitHz.Why);
    }

    [Fact]
    public void A_child_left_behind_with_the_output_open_does_not_hold_the_reader()
    {
        using var toolbox = new FakeToolbox("""sleep 10 & echo '2593 MHz'; echo "$$" > "$(dirname "$0")/answered";""");
        Assert.Equal("vmware-toolbox-cmd: no answer within 2 s", AskUntil(toolbox, "answered").HostHz.Why);
    }

    [Theory]
    [InlineData("echo 'OpenHandle failed: VMware Guest API is not enabled on the host' >&2; exit 69", "vmware-toolbox-cmd: OpenHandle failed: VMware Guest API is not enabled on the host")]
    [InlineData("echo hello", "vmware-toolbox-cmd answered 'hello' when asked for speed")]
    [InlineData("exit 69", "vmware-toolbox-cmd: it failed without a message")]
    public void Tools_that_fail_or_make_no_sense_say_why(string script, string why)
    {
        using var toolbox = new FakeToolbox(script);
        var facts = Ask(toolbox);
        Assert.Equal(why, facts.HostHz.Why);
        Assert.Null(facts.Tools.Value);
    }

    [Theory]
    [InlineData("echo 'ask jdoe'", "notUnderstood")]
    [InlineData("echo 'ask jdoe' >&2; exit 69", "failed")]
    [InlineData("exit 69", "vmware-toolbox-cmd: it failed without a message")]
    public void Under_pseudonyms_what_Tools_said_is_left_out(string script, string told)
    {
        using var toolbox = new FakeToolbox(script);
        var gap = Ask(toolbox).HostHz.Unavailable("hostHz");
        var drift = new Pseudonyms([1, 2, 3]).Apply(new DriftFacts(0) { Unavailable = [gap!] })!;
        Assert.Equal([told], drift.Unavailable.Select(missing => missing.Why));
    }

    private static (Reading<Frequency?> HostHz, Reading<Frequency?> LimitHz, Reading<VMwareToolsFacts> Tools) Ask(FakeToolbox toolbox)
    {
        using var deadline = new Deadline(Patient, Cancel);
        return new ToolboxReader(toolbox.Program, deadline).Read();
    }

    /// <summary>
    /// The deadline is reached when the command has written all of these files; with each a share of the time passes, and then a file with
    /// ".passed" after its name is there.
    /// </summary>
    private static (Reading<Frequency?> HostHz, Reading<Frequency?> LimitHz, Reading<VMwareToolsFacts> Tools) AskUntil(FakeToolbox toolbox, params string[] written)
    {
        var time = new FakeTimeProvider();
        using var deadline = new Deadline(Deadline.Default, Cancel, time);
        var passing = Task.Run(
            async () =>
            {
                foreach (var file in written.Select(name => Path.Combine(toolbox.Folder, name)))
                {
                    while (new FileInfo(file) is not { Exists: true, Length: > 0 })
                    {
                        await Task.Delay(10, Cancel);
                    }

                    time.Advance(Deadline.Default / written.Length);
                    await File.WriteAllTextAsync(file + ".passed", "", Cancel);
                }
            },
            Cancel);
        var facts = new ToolboxReader(toolbox.Program, deadline).Read();
        passing.Wait(Cancel);
        return facts;
    }

    private static bool IsGone(string processId)
    {
        var status = $"/proc/{int.Parse(processId.Trim(), CultureInfo.InvariantCulture)}/stat";
        for (var attempt = 0; attempt < 50; attempt++)
        {
            if (!File.Exists(status) || File.ReadAllText(status).Contains(") Z", StringComparison.Ordinal))
            {
                return true;
            }

            Cancel.WaitHandle.WaitOne(20);
        }

        return false;
    }
}
