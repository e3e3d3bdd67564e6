using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Hosting.Internal;

namespace TimerProbe.Server.Tests.Views;

/// <summary>Asking a node for the fleet that never comes to read it.</summary>
public sealed class FirstReadingTests
{
    [Fact]
    public async Task Who_waits_for_long_is_told_to_come_again() => AssertUnavailable(await AskAsync(new SteppedTime(DateTimeOffset.UnixEpoch), _ => { }));

    [Fact]
    public async Task A_stop_waits_for_nobody() => AssertUnavailable(await AskAsync(TimeProvider.System, life => life.StopApplication()));

    private static void AssertUnavailable(object? answer)
    {
        var problem = Assert.IsType<ProblemHttpResult>(answer);
        Assert.Equal((503, "This node has not read the fleet yet."), (problem.StatusCode, problem.ProblemDetails.Detail));
    }

    private static async Task<object?> AskAsync(TimeProvider time, Action<IHostApplicationLifetime> whileWaiting)
    {
        await using var store = await TestStore.OpenNewAsync(Engine.Sqlite);
        using var latest = new LatestFleet(store, time, new Faults(TestLog.None, time), TestLog.None);
        var life = new ApplicationLifetime(NullLogger<ApplicationLifetime>.Instance);
        await using var services = new ServiceCollection().AddSingleton(latest).AddSingleton(time)
            .AddSingleton<IHostApplicationLifetime>(life).BuildServiceProvider();
        var request = new DefaultEndpointFilterInvocationContext(new DefaultHttpContext { RequestServices = services });
        var answer = LatestFleet.WaitForFirstAsync(request, _ => throw new InvalidOperationException("the fleet was not read"));
        whileWaiting(life);
        return await answer;
    }
}
