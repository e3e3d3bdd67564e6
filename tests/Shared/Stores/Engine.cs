namespace TimerProbe.Tests.Stores;

/// <summary>What a store is kept in.</summary>
public enum Engine
{
    Sqlite,
    Postgres,
}
