namespace TimerProbe.Files;

/// <summary>
/// A file was not read or written. The message says of it what is wrong, such as "it is a folder", without its name and without
/// what it holds.
/// </summary>
public sealed class FileRefusedException(string message, Exception? innerException = null) : IOException(message, innerException);
