using System.Buffers.Binary;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using System.Text;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;
using TimerProbe.Guest.Inspection.Readings;

namespace TimerProbe.Guest.Inspection.Windows;

[SupportedOSPlatform("windows")]
internal static class WindowsInspector
{
    private const string CurrentVersion = @"SOFTWARE\Microsoft\Windows NT\CurrentVersion";

    public static MachineFacts AddQuick(MachineFacts facts, UnavailableFacts unavailable)
    {
        unavailable.Add(
            "stealMs",
            "Windows does not count the time its hypervisor runs something else; what VMware Tools count since the start is cpuStolenMs");
        unavailable.Add("waitedMs", "Windows does not count the time a thread waits for a processor");
        var page = KuserSharedDataReader.Read();
        var reference = unavailable.Note("referencePage", ReferencePageReader.Read());
        return FirmwareTableReader.Add(facts, unavailable) with
        {
            Os = Os(),
            Hypervisor = ReportedTsc.Add(facts.Hypervisor, reference, unavailable) with { Vbs = unavailable.Note("vbs", VbsReader.Read()) },
            Windows = new WindowsFacts
            {
                QpfHz = QueryPerformanceFrequency(),
                QpcBypass = page?.QpcBypassEnabled,
                QpcShift = page?.QpcShift,
                UsePlatformClock = unavailable.Note("usePlatformClock", UsePlatformClock()),
                Wine = WineReader.Read(),
                ReferencePage = reference,
            },
        };
    }

    private static string Os() => WindowsNameParser.Name(
        WindowsRegistry.Text(CurrentVersion, "ProductName"),
        WindowsRegistry.Text(CurrentVersion, "DisplayVersion"),
        WindowsRegistry.Text(CurrentVersion, "InstallationType"),
        Environment.OSVersion.Version);

    private static Reading<bool?> UsePlatformClock() =>
        WindowsRegistry.Text(@"SYSTEM\CurrentControlSet\Control", "SystemStartOptions") is { } options
            ? Reading.From<bool?>(StartOptionsParser.UsesPlatformClock(options))
            : Reading.Missing<bool?>("Windows does not report its boot options, and reading its boot store requires administrator rights");

    private static unsafe Frequency? QueryPerformanceFrequency()
    {
        long hertz = 0;
        _ = Kernel32.QueryPerformanceFrequency(&hertz);
        return Frequency.OfClock(hertz);
    }
}

/// <summary>Understands <c>SystemStartOptions</c>: what the boot loader handed the kernel, in capitals between blanks.</summary>
internal static class StartOptionsParser
{
    /// <summary>Whether <c>useplatformclock</c> is on: the loader writes the option then, and nothing when it is off or not set.</summary>
    public static bool UsesPlatformClock(string options) =>
        options.Split([' ', '/', '\0'], StringSplitOptions.RemoveEmptyEntries)
            .Any(option => option.Equals("USEPLATFORMCLOCK", StringComparison.OrdinalIgnoreCase));
}

/// <summary>Asks whether this is Wine: only its ntdll exports wine_get_version.</summary>
[SupportedOSPlatform("windows")]
internal static unsafe class WineReader
{
    /// <summary>Wine's version; null on Windows.</summary>
    public static string? Read() =>
        NativeLibrary.TryLoad("ntdll.dll", out var ntdll) && NativeLibrary.TryGetExport(ntdll, "wine_get_version", out var version)
            ? Marshal.PtrToStringUTF8(((delegate* unmanaged<nint>)version)())
            : null;
}

/// <summary>The TSC frequency a guest was told where CPUID tells none, as under virtualization-based security.</summary>
internal static class ReportedTsc
{
    /// <summary>The reference page's rate in place of one that CPUID 0x40000010 does not tell.</summary>
    public static HypervisorFacts Add(HypervisorFacts hypervisor, ReferencePageFacts? page, UnavailableFacts unavailable)
    {
        if (hypervisor.VirtualTscHz is not null || page?.ToldTscHz is not { } reported)
        {
            return hypervisor;
        }

        unavailable.Close("virtualTscHz");
        return hypervisor with { VirtualTscHz = reported, VirtualTscSource = TscRateSource.ReferencePage };
    }
}

internal static class WindowsNameParser
{
    private const int FirstWindows11Build = 22000;

    /// <summary>A name such as <c>Windows Server 2022 Standard (20348)</c> or <c>Windows 11 Pro 23H2 (22631)</c>.</summary>
    /// <param name="productName">ProductName: Windows 11 still calls itself Windows 10 there.</param>
    /// <param name="displayVersion">DisplayVersion, such as 23H2; servers are known by their year instead.</param>
    /// <param name="installationType">InstallationType: Client, Server, Server Core, Nano Server.</param>
    /// <param name="version">The version as the kernel tells it.</param>
    public static string Name(string? productName, string? displayVersion, string? installationType, Version version)
    {
        var name = string.IsNullOrWhiteSpace(productName)
            ? string.Create(CultureInfo.InvariantCulture, $"Windows {version.Major}.{version.Minor}")
            : productName.Trim();
        var isClient = !(installationType ?? name).Contains("Server", StringComparison.OrdinalIgnoreCase);
        if (isClient && version.Build >= FirstWindows11Build)
        {
            name = name.Replace("Windows 10", "Windows 11", StringComparison.Ordinal);
        }

        var release = isClient && !string.IsNullOrWhiteSpace(displayVersion) ? " " + displayVersion.Trim() : "";
        return string.Create(CultureInfo.InvariantCulture, $"{name}{release} ({version.Build})");
    }
}

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

/// <summary>Asks whether a secure kernel runs: NtQuerySystemInformation's SystemIsolatedUserModeInformation.</summary>
[SupportedOSPlatform("windows")]
internal static class VbsReader
{
    private const int StatusInfoLengthMismatch = unchecked((int)0xC000_0004);

    // The structure is 16 bytes as of Windows 11; a longer one tells its length and is asked for again.
    private const uint LongestInformation = 256;

    public static unsafe Reading<bool?> Read()
    {
        Span<byte> information = stackalloc byte[(int)LongestInformation];
        uint returned = 0;
        fixed (byte* buffer = information)
        {
            var status = Ntdll.NtQuerySystemInformation(Ntdll.SystemIsolatedUserModeInformation, buffer, 16, &returned);
            if (status == StatusInfoLengthMismatch && returned is > 0 and <= LongestInformation)
            {
                status = Ntdll.NtQuerySystemInformation(Ntdll.SystemIsolatedUserModeInformation, buffer, returned, &returned);
            }

            return VbsParser.Parse(status, information);
        }
    }
}

/// <summary>Understands SYSTEM_ISOLATED_USER_MODE_INFORMATION.</summary>
internal static class VbsParser
{
    /// <summary>SecureKernelRunning is bit 0 of the first byte; it means something only when the call succeeded.</summary>
    public static Reading<bool?> Parse(int status, ReadOnlySpan<byte> information) => status == 0 && information.Length > 0
        ? Reading.From<bool?>((information[0] & 1) == 1)
        : Reading.Missing<bool?>(string.Create(
            CultureInfo.InvariantCulture,
            $"Windows does not report whether virtualization-based security is running (status 0x{status:x8})"));
}

/// <summary>The system as its firmware names it; null where it is silent.</summary>
internal sealed record SmbiosFacts(string? Manufacturer, string? Product, string? Uuid);

/// <summary>Understands an SMBIOS table as Windows hands it out: DMTF's DSP0134 behind Microsoft's RawSMBIOSData.</summary>
internal static class SmbiosParser
{
    private const int RawHeader = 8;
    private const int StructureHeader = 4;
    private const byte SystemInformation = 1;
    private const byte EndOfTable = 127;

    /// <summary>The system information structure; null when the bytes hold none.</summary>
    public static SmbiosFacts? Parse(ReadOnlySpan<byte> raw)
    {
        if (raw.Length < RawHeader)
        {
            return null;
        }

        // SMBIOS 2.6 fixed the byte order of a UUID's first three fields as little-endian; before, it was the network's.
        var littleEndian = (raw[1], raw[2]).CompareTo(((byte)2, (byte)6)) >= 0;
        var reported = BinaryPrimitives.ReadUInt32LittleEndian(raw[4..]);
        var table = raw.Slice(RawHeader, (int)Math.Min(reported, (uint)(raw.Length - RawHeader)));
        while (table.Length >= StructureHeader && table[1] >= StructureHeader && table[1] <= table.Length && table[0] != EndOfTable)
        {
            var formatted = table[..table[1]];
            var strings = table[table[1]..];
            if (table[0] == SystemInformation)
            {
                return System(formatted, strings, littleEndian);
            }

            var end = strings.IndexOf("\0\0"u8);
            table = end < 0 ? [] : strings[(end + 2)..];
        }

        return null;
    }

    /// <summary>A UUID as vCenter and the operating system write it; null when it is not set (all zeros or all ones).</summary>
    private static string? Uuid(ReadOnlySpan<byte> bytes, bool littleEndian) =>
        bytes.ContainsAnyExcept((byte)0) && bytes.ContainsAnyExcept((byte)0xFF)
            ? new Guid(bytes, bigEndian: !littleEndian).ToString()
            : null;

    private static SmbiosFacts System(ReadOnlySpan<byte> formatted, ReadOnlySpan<byte> strings, bool littleEndian) => new(
        formatted.Length > 4 ? Text(strings, formatted[4]) : null,
        formatted.Length > 5 ? Text(strings, formatted[5]) : null,
        formatted.Length >= 24 ? Uuid(formatted.Slice(8, 16), littleEndian) : null);

    private static string? Text(ReadOnlySpan<byte> strings, byte number)
    {
        for (var i = 1; i < number && strings.Length > 0; i++)
        {
            var end = strings.IndexOf((byte)0);
            strings = end <= 0 ? [] : strings[(end + 1)..];
        }

        var length = strings.IndexOf((byte)0);
        var text = number == 0 || length <= 0 ? "" : Encoding.Latin1.GetString(strings[..length]).Trim();
        return text.Length == 0 ? null : text;
    }
}
