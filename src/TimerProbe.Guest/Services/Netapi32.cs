using System.Runtime.InteropServices;

namespace TimerProbe.Guest.Services;

internal static unsafe partial class Netapi32
{
    [LibraryImport("netapi32", StringMarshalling = StringMarshalling.Utf16)]
    public static partial uint NetLocalGroupAddMembers(string? server, string group, uint level, nint* members, uint count);

    [LibraryImport("netapi32", StringMarshalling = StringMarshalling.Utf16)]
    public static partial uint NetLocalGroupDelMembers(string? server, string group, uint level, nint* members, uint count);
}
