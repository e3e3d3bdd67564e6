namespace TimerProbe.Files;

/// <summary>A file was not read or written. The message says what is wrong with it, without its name and what it holds.</summary>
public sealed class FileRefusedException(string message, Exception? innerException = null) : IOException(message, innerException);
