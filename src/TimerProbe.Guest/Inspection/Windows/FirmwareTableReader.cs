using System.Runtime.Versioning;
using TimerProbe.Core.Facts;
using TimerProbe.Guest.Inspection.Readings;

namespace TimerProbe.Guest.Inspection.Windows;

/// <summary>Reads the SMBIOS table: GetSystemFirmwareTable.</summary>
[SupportedOSPlatform("windows")]
internal static class FirmwareTableReader
{
    public static MachineFacts Add(MachineFacts facts, UnavailableFacts unavailable)
    {
        var smbios = SmbiosParser.Parse(Table());
        return facts with
        {
            SmbiosUuid = unavailable.Note("smbiosUuid", Told(smbios, smbios?.Uuid)),
            SmbiosManufacturer = unavailable.Note("smbiosManufacturer", Told(smbios, smbios?.Manufacturer)),
            SmbiosProduct = unavailable.Note("smbiosProduct", Told(smbios, smbios?.Product)),
        };
    }

    private static unsafe byte[] Table()
    {
        var size = Kernel32.GetSystemFirmwareTable(Kernel32.RawSmbios, 0, null, 0);
        var table = new byte[size];
        fixed (byte* buffer = table)
        {
            var read = Kernel32.GetSystemFirmwareTable(Kernel32.RawSmbios, 0, buffer, size);
            return read <= size ? table[..(int)read] : [];
        }
    }

    private static Reading<string> Told(SmbiosFacts? smbios, string? text) =>
        smbios is null ? Reading.Missing<string>("this machine shows no SMBIOS table")
        : text is null ? Reading.Missing<string>("the firmware leaves it empty")
        : Reading.From(text);
}
