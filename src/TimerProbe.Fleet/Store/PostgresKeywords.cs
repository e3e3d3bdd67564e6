using Npgsql;

namespace TimerProbe.Fleet.Store;

/// <summary>Reads <c>Keyword=value;Keyword=value</c> with the keywords of Npgsql. Its errors never repeat the text: it may hold a secret.</summary>
internal static class PostgresKeywords
{
    public static NpgsqlConnectionStringBuilder Read(string text)
    {
        try
        {
            return new NpgsqlConnectionStringBuilder(text);
        }
        catch (Exception wrong) when (wrong is ArgumentException or FormatException or InvalidOperationException or OverflowException)
        {
            throw StoreTarget.Bad("what follows postgres: is not Keyword=value;Keyword=value with keywords that Npgsql knows");
        }
    }
}
