namespace TimerProbe.Files;

/// <summary>What a name of the file system leads to.</summary>
public enum FileKind
{
    None,

    Regular,

    Folder,

    Pipe,

    Socket,

    Device,

    Unknown,
}
