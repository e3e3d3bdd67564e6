using System.Security;
using Microsoft.Win32;

namespace TimerProbe.Guest.Inspection;

[SupportedOSPlatform("windows")]
internal static class WindowsInspector
{
    private const string CurrentVersion = @"SOFTWARE\Microsoft\Windows NT\CurrentVersion";

    private const int StatusInfoLengthMismatch = unchecked((int)0xC000_0004);

    // The structure is 16 bytes as of Windows 11; of a longer one the length is returned, and it is asked for again.
    private const uint MaxInformation = 256;

    public static MachineFacts AddQuick(MachineFacts facts, UnavailableFacts unavailable)
    {
        unavailable.Add(
            "stealMs",
            "Windows does not count the time its hypervisor runs something else; what VMware Tools count since the start is cpuStolenMs");
        unavailable.Add("waitedMs", "Windows does not count the time a thread waits for a processor");
        var page = KuserSharedData.Read();
        var reference = unavailable.Note("referencePage", ReferencePage.Read());
        return AddFirmware(facts, unavailable) with
        {
            Os = Os(),
            Hypervisor = ReferencePage.AddTsc(facts.Hypervisor, reference, unavailable) with { Vbs = unavailable.Note("vbs", Vbs()) },
            Windows = new WindowsFacts
            {
                QpfHz = QueryPerformanceFrequency(),
                QpcBypass = page?.QpcBypassEnabled,
                QpcShift = page?.QpcShift,
                UsePlatformClock = unavailable.Note("usePlatformClock", UsePlatformClock()),
                Wine = Wine(),
                ReferencePage = reference,
            },
        };
    }

    private static string Os() => WindowsFactsParser.OsName(
        WindowsRegistry.Text(CurrentVersion, "ProductName"),
        WindowsRegistry.Text(CurrentVersion, "DisplayVersion"),
        WindowsRegistry.Text(CurrentVersion, "InstallationType"),
        Environment.OSVersion.Version);

    private static Reading<bool?> UsePlatformClock() =>
        WindowsRegistry.Text(@"SYSTEM\CurrentControlSet\Control", "SystemStartOptions") is { } options
            ? Reading.From<bool?>(WindowsFactsParser.UsesPlatformClock(options))
            : Reading.Missing<bool?>("Windows does not report its boot options, and reading its boot store requires administrator rights");

    private static unsafe Frequency? QueryPerformanceFrequency()
    {
        long hertz = 0;
        _ = Win32.QueryPerformanceFrequency(&hertz);
        return Frequency.OfClock(hertz);
    }

    private static unsafe string? Wine() =>
        NativeLibrary.TryLoad("ntdll.dll", out var ntdll) && NativeLibrary.TryGetExport(ntdll, "wine_get_version", out var version)
            ? Marshal.PtrToStringUTF8(((delegate* unmanaged<nint>)version)())
            : null;

    private static MachineFacts AddFirmware(MachineFacts facts, UnavailableFacts unavailable)
    {
        var smbios = SmbiosFacts.Parse(FirmwareTable());
        return facts with
        {
            SmbiosUuid = unavailable.Note("smbiosUuid", OrMissing(smbios, smbios?.Uuid)),
            SmbiosManufacturer = unavailable.Note("smbiosManufacturer", OrMissing(smbios, smbios?.Manufacturer)),
            SmbiosProduct = unavailable.Note("smbiosProduct", OrMissing(smbios, smbios?.Product)),
            SmbiosChassisAssetTag = Clouds.KnownTag(smbios?.ChassisAssetTag),
        };
    }

    private static unsafe byte[] FirmwareTable()
    {
        var size = Win32.GetSystemFirmwareTable(Win32.RawSmbios, 0, null, 0);
        var table = new byte[size];
        fixed (byte* buffer = table)
        {
            var read = Win32.GetSystemFirmwareTable(Win32.RawSmbios, 0, buffer, size);
            return read <= size ? table[..(int)read] : [];
        }
    }

    private static Reading<string> OrMissing(SmbiosFacts? smbios, string? text) =>
        smbios is null ? Reading.Missing<string>("this machine shows no SMBIOS table")
        : text is null ? Reading.Missing<string>("the firmware leaves it empty")
        : Reading.From(text);

    private static unsafe Reading<bool?> Vbs()
    {
        Span<byte> information = stackalloc byte[(int)MaxInformation];
        uint returned = 0;
        fixed (byte* buffer = information)
        {
            var status = Win32.NtQuerySystemInformation(Win32.SystemIsolatedUserModeInformation, buffer, 16, &returned);
            if (status == StatusInfoLengthMismatch && returned is > 0 and <= MaxInformation)
            {
                status = Win32.NtQuerySystemInformation(Win32.SystemIsolatedUserModeInformation, buffer, returned, &returned);
            }

            return WindowsFactsParser.Vbs(status, information);
        }
    }
}

/// <summary>Reads texts under HKEY_LOCAL_MACHINE.</summary>
[SupportedOSPlatform("windows")]
internal static class WindowsRegistry
{
    public static bool HasValues(string key) => Read(key, opened => opened is { ValueCount: > 0 });

    /// <summary>The text of a value; null when it is absent, of another type, or not for this user.</summary>
    public static string? Text(string key, string value) => Read(key, opened => opened?.GetValue(value) as string);

    public static string VMwareToolsFolder() => Text(@"SOFTWARE\VMware, Inc.\VMware Tools", "InstallPath")
        ?? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.ProgramFiles), "VMware", "VMware Tools");

    private static T? Read<T>(string key, Func<RegistryKey?, T> read)
    {
        try
        {
            using var opened = Registry.LocalMachine.OpenSubKey(key);
            return read(opened);
        }
        catch (Exception ex) when (ex is SecurityException or UnauthorizedAccessException or IOException)
        {
            return default;
        }
    }
}
