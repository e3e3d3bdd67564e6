namespace TimerProbe.Core;

/// <summary>A noun that can be counted. Both of its forms are written here, so that nobody makes a plural of a text.</summary>
public sealed class Noun
{
    public static readonly Noun Agent = new("agent"), Alert = new("alert"), Change = new("change"), Cluster = new("cluster"),
        Conflict = new("conflict"), Day = new("day"), Event = new("event"), Figure = new("figure"), Finding = new("finding"),
        Folder = new("folder"), Frequency = new("frequency", "frequencies"),
        FrequencyClass = new("frequency class", "frequency classes"), FrozenParent = new("frozen clone parent"), Guest = new("guest"),
        Home = new("home"), Host = new("host"), HostClass = new("host class", "host classes"), Hour = new("hour"),
        KnownGap = new("known gap"), Log = new("log"), Machine = new("machine"), MaintenanceWindow = new("maintenance window"),
        Measurement = new("measurement"), Minute = new("minute"), Move = new("move"), Node = new("node"), Number = new("number"),
        Part = new("part"), PowerCycle = new("power cycle"), Problem = new("problem"), Processor = new("processor"),
        Reference = new("reference"), Request = new("request"), Row = new("row"), Rule = new("rule"), Run = new("run"),
        Scan = new("scan"), Scheduler = new("scheduler"), Secondary = new("fault tolerance secondary machine"),
        ServerObject = new("object"), SqlServer = new("SQL Server"), Template = new("template"),
        TextEnd = new("end of a text that was too long", "ends of texts that were too long"), Time = new("time"),
        Try = new("try", "tries"), VCenter = new("vCenter"), VMotion = new("vMotion"), VirtualMachine = new("virtual machine"),
        Vm = new("VM"), Wave = new("wave"), Workload = new("workload");

    private readonly string _one, _many;

    private Noun(string one, string? many = null) => (_one, _many) = (one, many ?? one + "s");

    /// <summary>The same with a word before it: <c>more host</c>, <c>more hosts</c>.</summary>
    public Noun With(string word) => new($"{word} {_one}", $"{word} {_many}");

    public string For(long count) => count == 1 ? _one : _many;
}
