namespace TimerProbe.Core.Advice;

internal static class SqlSources
{
    public static readonly Reference SysInfo = new("sys.dm_os_sys_info: cpu_ticks, ms_ticks, time_source_desc", "Microsoft Learn");

    public static readonly Reference TimerOutputs = new(
        "How It Works: Timer Outputs in SQL Server 2008 R2 - Invariant TSC", "Microsoft, SQL Server Support Blog");

    public static readonly Reference Utc = new("SYSUTCDATETIME (Transact-SQL)", "Microsoft Learn");

    public static readonly Reference Inlining = new("Scalar UDF inlining", "Microsoft Learn");

    public static readonly Reference Native = new("Scalar user-defined functions for In-Memory OLTP", "Microsoft Learn");

    public static readonly Reference Profiling = new("Query profiling infrastructure", "Microsoft Learn");

    public static readonly Reference ServerState = new(
        "GRANT server permissions: VIEW SERVER STATE, VIEW SERVER PERFORMANCE STATE", "Microsoft Learn");

    public static readonly Reference SlowDisk = new("Troubleshoot slow SQL Server performance caused by I/O issues", "Microsoft Learn");

    public static readonly Reference Cycles = new("Instruction tables: latencies of DIV and IDIV", "A. Fog, agner.org/optimize");

    public static readonly Reference Measuring = new("How the verdict about SQL Server is reached", "TimerProbe, docs/measuring.md");
}
