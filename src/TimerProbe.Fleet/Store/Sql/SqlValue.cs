using System.Text;

namespace TimerProbe.Fleet.Store.Sql;

/// <summary>
/// A value as both engines take it. PostgreSQL has no text with U+0000 or half a surrogate pair, and a guest chooses what it is called:
/// U+FFFD stands for them, so that one name keeps no scan from being saved.
/// </summary>
internal static class SqlValue
{
    public static object From(object? value) => value switch
    {
        null => DBNull.Value,
        string text => Text(text),
        _ => value,
    };

    public static string Text(string text)
    {
        if (text.AsSpan().ContainsAnyInRange('\uD800', '\uDFFF'))
        {
            text = Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(text));
        }

        return text.Replace('\0', '\uFFFD');
    }
}
