[assembly: AssemblyFixture(typeof(SharedWine))]

namespace TimerProbe.EndToEnd.Running;

/// <summary>The Wine that tests share: started for the first that needs it, ended behind the last.</summary>
public sealed class SharedWine : IAsyncDisposable
{
    private static readonly WineServer Server = new(TimerProbeProgram.UnderWine with { Arguments = [] });
    private static readonly Lazy<Task> Started = new(() => Task.Run(() => Server.StartAsync()));

    public static void Start() => Started.Value.GetAwaiter().GetResult();

    public async ValueTask DisposeAsync()
    {
        if (Started.IsValueCreated)
        {
            await Server.EndAsync();
        }
    }
}
