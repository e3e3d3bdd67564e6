using System.Runtime.InteropServices;

namespace TimerProbe.Guest.Inspection.Windows;

internal static partial class Ntdll
{
    public const int SystemIsolatedUserModeInformation = 165;

    /// <summary>SystemHypervisorSharedPageInformation: a pointer to the page (Wine's and System Informer's headers).</summary>
    public const int SystemHypervisorSharedPageInformation = 197;

    [LibraryImport("ntdll")]
    public static unsafe partial int NtQuerySystemInformation(int informationClass, byte* information, uint length, uint* returned);
}
