using Npgsql;

namespace TimerProbe.Fleet.Store;

/// <summary>Reads the two forms in which people write where a PostgreSQL database is. Its errors never repeat the text: it may hold a secret.</summary>
internal static class PostgresAddress
{
    public static NpgsqlConnectionStringBuilder ReadKeywords(string text)
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

    public static NpgsqlConnectionStringBuilder Read(string text)
    {
        if (!Uri.TryCreate(text, UriKind.Absolute, out var address) || address.Host.Length == 0)
        {
            throw StoreTarget.Bad("it is not an address of the form postgres://user@host:port/database");
        }

        var (user, password) = address.UserInfo.Split(':', 2) is [var name, var secret] ? (name, secret) : (address.UserInfo, "");
        var postgres = ReadKeywords(Uri.UnescapeDataString(address.Query.TrimStart('?')).Replace('&', ';'));
        postgres.Host = address.IdnHost.Trim('[', ']');
        postgres.Database = Uri.UnescapeDataString(address.AbsolutePath.TrimStart('/'));
        postgres.Port = address.Port > 0 ? address.Port : NpgsqlConnection.DefaultPort;
        postgres.Username = user.Length > 0 ? Uri.UnescapeDataString(user) : postgres.Username;
        postgres.Password = password.Length > 0 ? password : postgres.Password;
        return postgres;
    }
}
