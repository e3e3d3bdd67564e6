namespace TimerProbe.VSphere.Inventory;

internal static class TruthText
{
    /// <summary>The truth value; null when the text is none.</summary>
    public static bool? Parse(string? text) => text?.Trim().ToUpperInvariant() switch
    {
        "TRUE" or "1" or "YES" or "Y" or "ON" or "T" => true,
        "FALSE" or "0" or "NO" or "N" or "OFF" or "F" => false,
        _ => null,
    };
}
