namespace TimerProbe.Files;

/// <summary>What a name of the file system stands for.</summary>
public enum FileKind
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>A regular file.</summary>
    Regular,

    /// <summary>A folder.</summary>
    Folder,

    /// <summary>A pipe, with a name or without.</summary>
    Pipe,

    /// <summary>A socket.</summary>
    Socket,

    /// <summary>A device, a terminal among them.</summary>
    Device,

    /// <summary>Something else, or something that this user may not look at.</summary>
    Unknown,
}

/// <summary>What is said of it.</summary>
public static class FileKinds
{
    /// <summary>A part of a sentence, such as <c>a pipe, not a file</c>.</summary>
    public static string Words(this FileKind kind) => kind switch
    {
        FileKind.Folder => "a folder",
        FileKind.Pipe => "a pipe, not a file",
        FileKind.Socket => "a socket, not a file",
        FileKind.Device => "a device, not a file",
        _ => "no file",
    };
}
