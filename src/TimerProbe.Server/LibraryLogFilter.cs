using System.Data.Common;
using System.Net.Sockets;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Server;

/// <summary>What libraries log as their errors, and is none of the node: that the store is away it says once by itself, and what clients break off is their affair.</summary>
internal static class LibraryLogFilter
{
    /// <summary>Whether an exception tells of such.</summary>
    public static bool Is(Exception error) => error is StoreException or DbException or SocketException or IOException or TimeoutException or OperationCanceledException
        || (error is AggregateException several ? several.InnerExceptions.All(Is) : error.InnerException is { } inner && Is(inner));
}
