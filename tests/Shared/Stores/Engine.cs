namespace TimerProbe.Tests.Stores;

/// <summary>What a store is kept in. The same tests run on each.</summary>
public enum Engine
{
    Sqlite,
    Postgres,
}
