namespace TimerProbe.Application.Tests.Secrets;

/// <summary>Tasks of Task Scheduler, as Windows keeps them in files.</summary>
public sealed class TaskAccountTests
{
    [Fact]
    public void The_task_of_the_documentation_runs_as_network_service() =>
        Assert.Equal("S-1-5-20", TaskAccountParser.GetAccount(File.ReadAllText(Repository.Path("docs", "samples", "scheduling", "timerprobe-scan.task.xml"))));

    [Theory]
    [InlineData("C:\\Tools\\TimerProbe.exe", "scan", @"CONTOSO\svc-scan")]
    [InlineData("cmd.exe", "/c &quot;C:\\Tools\\timerprobe.exe&quot; scan", @"CONTOSO\svc-scan")]
    [InlineData("defrag.exe", "-c", null)]
    public void Only_tasks_that_run_the_program_count(string command, string arguments, string? account) =>
        Assert.Equal(account, TaskAccountParser.GetAccount($"""
        <?xml version="1.0" encoding="UTF-16"?>
        <Task version="1.4" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
          <Principals><Principal id="Author"><UserId>CONTOSO\svc-scan</UserId><LogonType>Password</LogonType></Principal></Principals>
          <Actions Context="Author"><Exec><Command>{command}</Command><Arguments>{arguments}</Arguments></Exec></Actions>
        </Task>
        """));

    [Theory]
    [InlineData("")]
    [InlineData("no task")]
    [InlineData("<Task><Command>timerprobe.exe</Command>")]
    [InlineData("<!DOCTYPE Task [ <!ENTITY a 'timerprobe'> ]><Task><UserId>S-1-5-20</UserId><Command>&a;</Command></Task>")]
    public void What_is_no_task_names_nobody(string text) => Assert.Null(TaskAccountParser.GetAccount(text));
}
