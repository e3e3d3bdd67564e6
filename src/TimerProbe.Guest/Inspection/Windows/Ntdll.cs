using System.Runtime.InteropServices;

namespace TimerProbe.Guest.Inspection.Windows;

internal static partial class Ntdll
{
    /// <summary>SystemIsolatedUserModeInformation.</summary>
    public const int SystemIsolatedUserModeInformation = 165;

    [LibraryImport("ntdll")]
    public static unsafe partial int NtQuerySystemInformation(int informationClass, byte* information, uint length, uint* returned);
}
