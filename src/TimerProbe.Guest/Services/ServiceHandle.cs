using System.Runtime.InteropServices;

namespace TimerProbe.Guest.Services;

/// <summary>SC_HANDLE: the service manager's, or one of a service.</summary>
internal sealed class ServiceHandle : SafeHandle
{
    public ServiceHandle(nint handle)
        : base(0, ownsHandle: true) => SetHandle(handle);

    public override bool IsInvalid => handle == 0;

    protected override bool ReleaseHandle() => Advapi32.CloseServiceHandle(handle);
}
