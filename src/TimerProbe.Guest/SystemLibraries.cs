using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace TimerProbe.Guest;

/// <summary>
/// Finds the operating system's libraries where the system keeps them. The runtime would look beside the executable first,
/// and this program is copied to folders where others can write.
/// </summary>
internal static class SystemLibraries
{
    /// <summary>The library of a name as imports spell it.</summary>
    /// <exception cref="DllNotFoundException">There is none.</exception>
    public static nint Load(string name) => OperatingSystem.IsWindows()
        ? NativeLibrary.Load(Path.Combine(Environment.SystemDirectory, name))
        : NativeLibrary.GetMainProgramHandle(); // It is linked to the C library already, whatever that file is called.

#pragma warning disable CA2255 // A resolver has to be there before the first import is bound.
    [ModuleInitializer]
#pragma warning restore CA2255
    internal static void Install() => NativeLibrary.SetDllImportResolver(typeof(SystemLibraries).Assembly, (name, _, _) => Load(name));
}
