namespace TimerProbe.Fleet.Store;

/// <summary>The files of a store: SQLite opens whatever has their names, and waits for a pipe.</summary>
internal static class StoreFiles
{
    private static readonly string[] Endings = ["", "-wal", "-shm", "-journal"];

    /// <exception cref="StoreException">One of them is something else than a file.</exception>
    public static void AssertRegular(string store)
    {
        foreach (var ending in Endings)
        {
            AssertFile(store + ending);
        }
    }

    /// <exception cref="StoreException">It is something else than a file.</exception>
    public static void AssertFile(string file)
    {
        if (FileKind.NotRegular(file) is { } kind)
        {
            throw StoreTarget.Bad($"{file} is {kind}");
        }

        if (FileKind.IsMissing(file) && new FileInfo(file).LinkTarget is not null)
        {
            throw StoreTarget.Bad($"{file} is a link that leads nowhere");
        }

        if (File.Exists(file) && File.ResolveLinkTarget(file, returnFinalTarget: true) is { } target
            && FileKind.IsOfKernel(target.FullName))
        {
            throw StoreTarget.Bad($"{file} is a file of the kernel");
        }
    }
}
