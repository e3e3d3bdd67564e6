namespace TimerProbe.Application.Configuration.Members;

/// <summary>What a text of the configuration has to be, beside one line and not empty.</summary>
internal enum TextForm
{
    Any,
    Age,
    Duration,

    /// <summary>The path of a file or folder, relative to the folder of the configuration file, wherever the program was started.</summary>
    FilePath,
    HostName,
    LastDay,
    ListenAddress,
    Mailbox,
    Network,
    RuleId,
    Schedule,
    Server,

    /// <summary>The path of a file, as above, or a connection string.</summary>
    StoreTarget,
    Thumbprint,
    Variable,
    WebAddress,
}
