namespace TimerProbe.Files;

/// <summary>
/// Waits for a file of Windows that another program holds open, such as an editor, a collector or a virus scanner. Elsewhere an open file
/// can be written to and replaced.
/// </summary>
public static class LockedFile
{
    /// <summary>
    /// HRESULT of ERROR_ACCESS_DENIED, which replacing a file gives that is open, and of ERROR_SHARING_VIOLATION of winerror.h.
    /// </summary>
    private const int AccessDenied = unchecked((int)0x80070005), SharingViolation = unchecked((int)0x80070020);

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);

    /// <summary>Does it, again and again while the file is held.</summary>
    /// <param name="act">What is done; it either fails or is done as a whole.</param>
    /// <param name="retryFor">How long it is tried again.</param>
    /// <exception cref="FileRefusedException">The file is held for longer.</exception>
    /// <exception cref="IOException">It failed otherwise.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be done.</exception>
    public static void Try(Action act, TimeSpan retryFor)
    {
        for (var left = retryFor; ; left -= Pause)
        {
            try
            {
                act();
                return;
            }
            catch (Exception held) when (IsHeld(held))
            {
                if (left <= TimeSpan.Zero)
                {
                    throw new FileRefusedException("another program holds it open, or it may not be replaced", held);
                }
            }

            CancellationToken.None.WaitHandle.WaitOne(Pause);
        }
    }

    private static bool IsHeld(Exception error) => error.HResult == SharingViolation
        || (OperatingSystem.IsWindows() && error.HResult == AccessDenied);
}
