namespace TimerProbe.Guest.Inspection;

/// <summary>GROUP_AFFINITY: processors of one group as bits.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct GroupAffinity
{
    public nuint Mask;
    public ushort Group;
    private readonly ushort _reserved0;
    private readonly ushort _reserved1;
    private readonly ushort _reserved2;
}

[SupportedOSPlatform("windows")]
internal static partial class Win32
{
    public const int RelationGroup = 4;
    public const ushort AllProcessorGroups = 0xFFFF;

    public const uint RawSmbios = 0x5253_4D42;

    public const int SystemIsolatedUserModeInformation = 165, SystemHypervisorSharedPageInformation = 197;

    [LibraryImport("kernel32")]
    public static partial nint GetCurrentProcess();

    [LibraryImport("kernel32")]
    public static partial nint GetCurrentThread();

    [LibraryImport("kernel32")]
    public static partial uint GetActiveProcessorCount(ushort group);

    [LibraryImport("kernel32", SetLastError = true)]
    public static unsafe partial int GetProcessGroupAffinity(nint process, ushort* groupCount, ushort* groups);

    [LibraryImport("kernel32", SetLastError = true)]
    public static unsafe partial int GetProcessAffinityMask(nint process, nuint* processMask, nuint* systemMask);

    [LibraryImport("kernel32", SetLastError = true)]
    public static unsafe partial int GetLogicalProcessorInformationEx(int relationship, byte* buffer, uint* length);

    [LibraryImport("kernel32", SetLastError = true)]
    public static unsafe partial int SetThreadGroupAffinity(nint thread, GroupAffinity* affinity, GroupAffinity* previous);

    [LibraryImport("kernel32", SetLastError = true)]
    public static unsafe partial int QueryPerformanceFrequency(long* frequency);

    [LibraryImport("kernel32", SetLastError = true)]
    public static unsafe partial int ReadProcessMemory(nint process, nint address, byte* buffer, nuint size, nuint* read);

    [LibraryImport("kernel32", SetLastError = true)]
    public static unsafe partial uint GetSystemFirmwareTable(uint provider, uint table, byte* buffer, uint size);

    [LibraryImport("ntdll")]
    public static unsafe partial int NtQuerySystemInformation(int informationClass, byte* information, uint length, uint* returned);
}
