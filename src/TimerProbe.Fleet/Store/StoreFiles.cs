using TimerProbe.Files;

namespace TimerProbe.Fleet.Store;

/// <summary>The files of a store: SQLite opens what goes by their names, and waits for a pipe.</summary>
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
        if (FileKindReader.Of(file) is var kind and not (FileKind.None or FileKind.Regular or FileKind.Unknown))
        {
            throw StoreTarget.Bad($"{file} is {kind.Words()}");
        }

        if (File.Exists(file) && File.ResolveLinkTarget(file, returnFinalTarget: true) is { } target && KernelFiles.Holds(target.FullName))
        {
            throw StoreTarget.Bad($"{file} is a file of the kernel");
        }
    }
}
