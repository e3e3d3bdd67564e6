using Microsoft.AspNetCore.Components;

namespace TimerProbe.Server.Pages;

/// <summary>A page that shows the fleet as it was when it was asked for.</summary>
public abstract class PageOfFleet : ComponentBase
{
    private static readonly TimeSpan MaxWait = TimeSpan.FromSeconds(10);

    private FleetView? _fleet;

    [CascadingParameter]
    public HttpContext Http { get; set; } = null!;

    [Inject]
    private protected LatestFleet Latest { get; set; } = null!;

    [Inject]
    public TimeProvider Clock { get; set; } = null!;

    private protected FleetView Fleet => _fleet ??= Latest.Now;

    internal PageLinks Links { get; } = new();

    /// <summary>Reads from the store; null while it does not answer, and the page does without.</summary>
    protected async Task<T?> AskAsync<T>(Func<CancellationToken, Task<T>> ask)
        where T : class
    {
        if (Latest.AwaySince is not null)
        {
            return null;
        }

        using var timeout = new CancellationTokenSource(MaxWait);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(timeout.Token, Http.RequestAborted);
        try
        {
            return await ask(either.Token).WaitAsync(either.Token);
        }
        catch (Exception ex) when (ex is StoreException or UseCaseException { InnerException: StoreException }
            || (ex is OperationCanceledException && timeout.IsCancellationRequested))
        {
            return null;
        }
    }

    protected static MarkupString Text(string? text) => new(HtmlFragments.Text(text));

    protected static MarkupString Markup(string fragment) => new(fragment);

    /// <summary>A time with its age, such as <c>2026-11-25 02:10 UTC (3 minutes ago)</c>.</summary>
    protected string WithAge(DateTimeOffset at) => $"{Times.Minute(at)} UTC ({Ago(Clock.GetUtcNow() - at)})";

    /// <summary>Such as <c>3 minutes ago</c>; of what is in the future by another clock, <c>just now</c>.</summary>
    internal static string Ago(TimeSpan age) => age switch
    {
        { TotalMinutes: < 1 } => "just now",
        { TotalHours: < 1 } => $"{Counted.Of((int)age.TotalMinutes, Noun.Minute)} ago",
        { TotalDays: < 1 } => $"{Counted.Of((int)age.TotalHours, Noun.Hour)} ago",
        _ => $"{Counted.Of((int)age.TotalDays, Noun.Day)} ago",
    };
}
