namespace TimerProbe.Guest.Tests.Publishing;

public sealed class GuestVariableTests
{
    private const string Awkward = """{"v":1,"x":"$(touch /tmp/x) `id` %PATH% ' \" \\ ; & | > < * ~ !"}""";

    [Theory]
    [InlineData("vmtoolsd", "2")]
    [InlineData("vmware-rpctool", "1")]
    public void A_value_is_read_as_it_was_written_whatever_a_shell_would_make_of_it(string program, string arguments)
    {
        using var hypervisor = new FakeHypervisor(program);
        var variable = Of(hypervisor);
        Assert.Null(variable.Read(Cancel));
        Assert.Null(variable.Write(Awkward, Cancel));
        Assert.Equal(Awkward, variable.Read(Cancel));
        Assert.Equal(arguments, hypervisor.Told("arguments"));
        Assert.Null(variable.Write("", Cancel));
        Assert.Null(variable.Read(Cancel));
    }

    [Theory]
    [InlineData("Unable to send command to VMware hypervisor.", "this machine is not a VMware guest, or its hypervisor does not answer VMware Tools")]
    [InlineData("Failed sending message to VMware.", "this machine is not a VMware guest, or its hypervisor does not answer VMware Tools")]
    [InlineData("NULL", "vmtoolsd: the hypervisor gave no answer (exit code 1)")]
    [InlineData("/usr/bin/vmware-rpctool must be run inside a virtual machine on a VMware hypervisor product.", "this machine is not a VMware guest, or its hypervisor does not answer VMware Tools")]
    [InlineData("", "this machine is not a VMware guest, or its hypervisor does not answer VMware Tools")]
    [InlineData("Permission denied", "the hypervisor refused (Permission denied): the VM forbids it with isolation.tools.setInfo.disable, or lets only the guest's administrators with guest_rpc.rpci.auth.cmd.info-set")]
    [InlineData("Unknown command", "the hypervisor refused (Unknown command): the VM forbids it with isolation.tools.setInfo.disable, or lets only the guest's administrators with guest_rpc.rpci.auth.cmd.info-set")]
    [InlineData("Guest info size limit exceeded", "the hypervisor has no room for it (Guest info size limit exceeded): the VM's tools.setInfo.sizeLimit is reached")]
    [InlineData("Something else.\nand more", "vmtoolsd: Something else")]
    [InlineData("\u001b[31mred", "vmtoolsd: \ufffd[31mred")]
    public void A_refusal_is_a_sentence(string words, string why)
    {
        using var hypervisor = new FakeHypervisor { Refusal = words };
        Assert.Equal(why, Of(hypervisor).Write("{}", Cancel));
        Assert.Null(Of(hypervisor).Read(Cancel));
    }

    [Fact]
    public void One_that_does_not_answer_is_given_up()
    {
        using var hypervisor = new FakeHypervisor(script: "#!/bin/sh\nsleep 60\n");
        Assert.Equal("vmtoolsd: no answer within 0.5 s", new GuestVariable(hypervisor.Program, FakeHypervisor.Variable, TimeSpan.FromSeconds(0.5))
            .Write("{}", Cancel));
    }

    [Fact]
    public void One_that_never_stops_talking_is_given_up_in_bounded_memory()
    {
        using var hypervisor = new FakeHypervisor(script: "#!/bin/sh\nexec yes\n");
        using var deadline = new Deadline(TimeSpan.FromSeconds(2), Cancel);
        Assert.Null(ChildProcess.Run(hypervisor.Program, [], deadline).ExitCode);
    }

    [Fact]
    public void One_that_is_no_program_is_told()
    {
        using var hypervisor = new FakeHypervisor(script: "#!/nowhere/sh\n");
        Assert.StartsWith("vmtoolsd: it could not be started: ", Of(hypervisor).Write("{}", Cancel), StringComparison.Ordinal);
    }

    [Fact]
    public void The_program_is_looked_for_by_whole_paths_only()
    {
        using var hypervisor = new FakeHypervisor();
        Assert.Equal(hypervisor.Program, GuestVariable.FindProgram(["/nowhere/vmtoolsd", Path.GetFileName(hypervisor.Program), hypervisor.Program]));
        Assert.Null(GuestVariable.FindProgram(["vmtoolsd", Path.GetRelativePath(Environment.CurrentDirectory, hypervisor.Program)]));
    }

    [Theory]
    [InlineData("/tools/vmtoolsd.exe", 2)]
    [InlineData("/tools/rpctool.exe", 1)]
    public void Each_program_of_Windows_is_asked_in_its_way(string program, int arguments) =>
        Assert.Equal(arguments, GuestVariable.Arguments(program, "info-get x").Length);

    [Fact]
    public void A_start_of_the_system_has_an_id() => Assert.True(!OperatingSystem.IsLinux() || MachineInspector.ReadBootId() is { Length: 36 });

    private static GuestVariable Of(FakeHypervisor hypervisor) => new(hypervisor.Program, FakeHypervisor.Variable, GuestVariable.DefaultLimit);
}
