using System.Text;

namespace TimerProbe.VSphere.Inventory;

/// <summary>The names of inventory objects: vCenter sends a slash, a backslash and a percent sign in them as %2f, %5c and %25.</summary>
internal static class InventoryName
{
    // vCenter allows 80 characters, three times as many as it sends them.
    private const int Longest = 300;

    public static string Decode(string sent)
    {
        if (sent.Length > Longest)
        {
            sent = string.Concat(sent.AsSpan(0, Longest), "…");
        }

        if (!sent.Contains('%', StringComparison.Ordinal))
        {
            return sent;
        }

        var name = new StringBuilder(sent.Length);
        for (var i = 0; i < sent.Length; i++)
        {
            var meant = Meant(sent.AsSpan(i));
            name.Append(meant ?? sent[i]);
            i += meant is null ? 0 : 2;
        }

        return name.ToString();
    }

    private static char? Meant(ReadOnlySpan<char> rest) =>
        rest.StartsWith("%2f", StringComparison.OrdinalIgnoreCase) ? '/'
        : rest.StartsWith("%5c", StringComparison.OrdinalIgnoreCase) ? '\\'
        : rest.StartsWith("%25", StringComparison.Ordinal) ? '%'
        : null;
}
