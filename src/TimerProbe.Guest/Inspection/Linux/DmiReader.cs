using TimerProbe.Core.Facts;
using TimerProbe.Core.Placement;
using TimerProbe.Guest.Inspection.Readings;

namespace TimerProbe.Guest.Inspection.Linux;

/// <summary>Reads what the kernel kept of the SMBIOS table.</summary>
internal static class DmiReader
{
    private const string Folder = "/sys/class/dmi/id";

    public static MachineFacts Add(MachineFacts facts, UnavailableFacts unavailable) => facts with
    {
        SmbiosUuid = unavailable.Note("smbiosUuid", Uuid(Read("product_uuid", $"only root may read {Folder}/product_uuid"))),
        SmbiosManufacturer = unavailable.Note("smbiosManufacturer", Read("sys_vendor")),
        SmbiosProduct = unavailable.Note("smbiosProduct", Read("product_name")),
    };

    private static Reading<string> Read(string name, string? whyRefused = null)
    {
        if (!Directory.Exists(Folder))
        {
            return Reading.Missing<string>("this machine shows no SMBIOS table");
        }

        var reading = SystemFile.Read(Path.Combine(Folder, name));
        return reading switch
        {
            { Value: "" } => Reading.Missing<string>("the firmware leaves it empty"),
            { Value: null } when whyRefused is not null && File.Exists(Path.Combine(Folder, name)) => Reading.Missing<string>(whyRefused),
            _ => reading,
        };
    }

    private static Reading<string> Uuid(Reading<string> reported) =>
        reported.Value is not { } text ? reported
        : GuestUuid.Normal(text) is { } uuid ? Reading.From(uuid)
        : Reading.Missing<string>("the firmware leaves it unset");
}
