namespace TimerProbe.Core.Placement;

/// <summary>
/// An SMBIOS UUID as a guest and vCenter tell it: firmware, operating systems and vCenter disagree about the byte order of its
/// first three groups (SMBIOS 2.6 made them little endian).
/// </summary>
public static class GuestUuid
{
    /// <summary>
    /// The UUID in lower case with dashes; null when the text is none, or one that firmware leaves unset (all 0 or all F).
    /// </summary>
    public static string? Normal(string? text) => Parse(text)?.ToString();

    /// <summary>The same UUID in the other byte order; null as for <see cref="Normal"/>.</summary>
    public static string? Swapped(string? text) =>
        Parse(text) is { } uuid ? new Guid(uuid.ToByteArray(), bigEndian: true).ToString() : null;

    private static Guid? Parse(string? text) =>
        Guid.TryParse(text, out var uuid) && uuid != Guid.Empty && uuid != Guid.AllBitsSet ? uuid : null;
}
