namespace TimerProbe.SqlServer.Inspection;

/// <summary>A server's time beside this machine's.</summary>
/// <param name="Said">The time that the server said.</param>
/// <param name="Asked">This machine's time right before.</param>
/// <param name="Answered">This machine's time right after.</param>
public sealed record ServerTime(DateTimeOffset Said, DateTimeOffset Asked, DateTimeOffset Answered)
{
    /// <summary>How far the server's clock is from this machine's at least; zero where both may be one.</summary>
    public TimeSpan Apart => Said < Asked ? Asked - Said : Said > Answered ? Said - Answered : TimeSpan.Zero;
}
