namespace TimerProbe.Fleet.Tests.Running;

/// <summary>What a store is kept in. The same tests run on each.</summary>
public enum Engine
{
    Sqlite,
    Postgres,
}
