namespace TimerProbe.Files;

/// <summary>What a name of the file system leads to.</summary>
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
