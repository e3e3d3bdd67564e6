namespace TimerProbe.Fleet.Changes;

/// <summary>One spelling for an SMBIOS UUID in whichever byte order it was reported: of the two the one that sorts first.</summary>
public static class GuestIdentity
{
    /// <summary>The UUID in that spelling; null when the text is not a UUID, or one that firmware leaves unset.</summary>
    public static string? Canonical(string? uuid) =>
        GuestUuid.Normal(uuid) is { } normal && GuestUuid.Swapped(uuid) is { } swapped
            ? string.CompareOrdinal(normal, swapped) <= 0 ? normal : swapped
            : null;

    public static string Of(string? uuid, string name) => Canonical(uuid) ?? "name:" + name.ToLowerInvariant();
}
