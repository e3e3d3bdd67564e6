namespace TimerProbe.Fuzz.VSphere;

/// <summary>An answer in place of the recorded one.</summary>
/// <param name="Bytes">All of it, HTTP included.</param>
/// <param name="Kept">How long the connection then waits for another request.</param>
internal sealed record ChangedAnswer(byte[] Bytes, TimeSpan Kept);
